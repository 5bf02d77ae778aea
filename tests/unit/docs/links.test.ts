import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
]

/** Where a page of Markdown leads to in this project: links and pictures, without those to the web. */
function linksIn(page: string): { path: string; anchor: string | undefined }[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/\]\(([^)\s#]*)(?:#([^)]*))?\)/g)]
    .filter(([, target = '']) => !/^[a-z]+:/.test(target))
    .map(([, target = '', anchor]) => ({
      path: target === '' ? join(root, page) : join(root, dirname(page), target),
      anchor
    }))
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsIn(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  )
}

describe('the documents', () => {
  it.each(pages)('%s leads to files that exist', (page) => {
    const missing = linksIn(page).filter(({ path }) => !existsSync(path))
    expect(missing).toEqual([])
  })

  it.each(pages)('%s leads to headings that exist', (page) => {
    const missing = linksIn(page).filter(
      ({ path, anchor }) => anchor !== undefined && !anchorsIn(path).includes(anchor)
    )
    expect(missing).toEqual([])
  })

  it('docs/architecture.md tells each of the seven acts in at most fifteen files', () => {
    const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const acts = [...text.matchAll(/^## (.+)\n[^#]*?^1\. /gm)].map(([, title]) => title)
    expect(acts).toHaveLength(7)
    const counts = [...text.matchAll(/^(\d+)\. \[/gm)].map(([, number]) => Number(number))
    expect(Math.max(...counts)).toBeLessThanOrEqual(15)
  })
})
