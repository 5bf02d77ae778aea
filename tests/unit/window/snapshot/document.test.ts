import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PageSnapshot } from '../../../../electron/contract/page-snapshot'
import { pictureUrl } from '../../../../electron/contract/picture-url'
import { snapshotPolicy } from '../../../../electron/window/headers'
import { snapshotDocument } from '../../../../electron/window/snapshot/document'

const index = `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <title>Vitrine</title>
    <script type="module" crossorigin src="./assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/clock-1.js">
    <link rel="stylesheet" crossorigin href="./assets/index-1.css">
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>`
const files = { begin: '/assets/begin-1.js', letters: '/assets/inter-1.woff2' }
const token = 'T'.repeat(43)
const bare: PageSnapshot = {
  connectionId: 'one',
  title: 'Shop',
  language: 'en',
  markup: '<p>rows',
  rules: 'p{top:0}'
}

const made = (changes: Partial<PageSnapshot>, page = index): string => {
  const document = snapshotDocument(page, files, { ...bare, ...changes }, (connectionId, name, size) =>
    name === token ? Buffer.from(`${connectionId} ${size}`) : null
  )
  if (document === null) throw new Error('no document')
  return document
}

describe('the page with a snapshot', () => {
  it('has the app beneath, whose script is not asked for before that which waits for the first frame', () => {
    const html = made({})
    expect(html).toContain('<div id="app"></div><div id="snapshot" inert aria-hidden="true"><p>rows</div>')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain(
      '<script type="module" src="/assets/begin-1.js" data-modules="./assets/index-1.js ./assets/clock-1.js"></script>'
    )
    expect(html).not.toContain('modulepreload')
    expect(html).toContain('index-1.css')
    expect(html).toContain('<link rel="preload" as="font" crossorigin href="/assets/inter-1.woff2">')
  })

  it('may show its own style and pictures within it, and take in nothing else', () => {
    const html = made({ rules: 'p{top:$&1px}' })
    expect(html).toContain('<style>p{top:$&1px}</style>')
    const hash = createHash('sha256').update('p{top:$&1px}').digest('base64')
    expect(snapshotPolicy(html).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'sha256-${hash}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'"
    ])
  })

  it('runs the way of its language, under its title', () => {
    const html = made({ language: 'ar', title: 'A&B </title><script>' })
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('<title>A&amp;B &lt;/title>&lt;script></title>')
  })

  it('has the pictures in it, without those that are gone', () => {
    const image = (name: string): string => `<img src="${pictureUrl('one', name, 'thumbnail-2x')}" alt="">`
    const html = made({ markup: image(token) + image('gone') + image(token) })
    const picture = `<img src="data:image/webp;base64,${Buffer.from('one thumbnail-2x').toString('base64')}" alt="">`
    expect(html).toContain(`${picture}${picture}`)
  })

  it.each([['<p>'], [index.replace('id="app"', 'id="root"')], [index.replace('</head>', '')]])(
    'is not made of a page that is built in another way',
    (page) => {
      expect(() => made({}, page)).toThrow('no document')
    }
  )
})
