import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../electron/contract/failure'
import type { ImageService } from '../../../../electron/images/image-service'
import { answerApp } from '../../../../electron/window/protocol/app-answer'
import { listBundle } from '../../../../electron/window/protocol/page-files'
import { writeBundleList } from '../../../../scripts/bundle-list'
import { testFolder } from '../../../support/folder'

type Raster = ImageService['raster']
const noPictures: Raster = () => Promise.resolve(fail('picture-none'))
const token = 'A'.repeat(43)

function bundle(): { folder: string; get: (url: string, init?: RequestInit) => Promise<Response> } {
  const folder = join(testFolder(), 'renderer')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<p>page')
  writeFileSync(join(folder, 'assets', 'main.js'), 'main()')
  writeFileSync(join(folder, 'assets', 'main.css'), 'p {}')
  writeFileSync(join(folder, 'assets', 'font.woff2'), 'font')
  writeFileSync(join(folder, 'assets', 'odd.exe'), 'odd')
  writeFileSync(join(folder, '..', 'secret.txt'), 'secret')
  link(join(folder, '..', 'secret.txt'), join(folder, 'link.txt'))
  writeBundleList(folder)
  const files = listBundle(folder)
  const printed = new Map([['/print/1.html', '<style>h1{}</style><h1>Sheet</h1>']])
  return {
    folder,
    get: (url, init) =>
      answerApp(new Request(url, init), { files, pictures: { raster: noPictures }, printed })
  }
}

/** Not everybody may make links on Windows: there the name leads nowhere. */
function link(target: string, path: string): void {
  try {
    symlinkSync(target, path)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}

describe('the files of the page', () => {
  it.each([
    ['/index.html', 'text/html; charset=utf-8', '<p>page'],
    ['/assets/main.js', 'text/javascript; charset=utf-8', 'main()'],
    ['/assets/main.css', 'text/css; charset=utf-8', 'p {}'],
    ['/assets/font.woff2', 'font/woff2', 'font'],
    ['/assets/odd.exe', 'application/octet-stream', 'odd'],
    ['/assets/main.js?v=1', 'text/javascript; charset=utf-8', 'main()']
  ])('%s is served as %s', async (path, type, body) => {
    const answer = await bundle().get(`app://bundle${path}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.text()).toBe(body)
  })

  it('a page that is laid out for print may show its own style and nothing else', async () => {
    const answer = await bundle().get('app://bundle/print/1.html')
    expect(await answer.text()).toContain('Sheet')
    // SHA-256 of `h1{}`.
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'sha256-rheys4690LYhhCAxqHdoFhp82X2pfw/WYWpxkPawJjc='; img-src data:; base-uri 'none'; form-action 'none'"
    )
    expect((await bundle().get('app://bundle/print/2.html')).status).toBe(404)
  })

  it('every HTML answer carries a policy that allows our own files and nothing else', async () => {
    const answer = await bundle().get('app://bundle/index.html')
    const policy = answer.headers.get('content-security-policy') ?? ''
    const directives = new Map(
      policy.split('; ').map((text) => text.split(/ (.*)/s).slice(0, 2) as [string, string])
    )
    expect(directives.get('default-src')).toBe("'none'")
    expect([...directives.keys()].sort()).toEqual(
      [
        'base-uri',
        'connect-src',
        'default-src',
        'font-src',
        'form-action',
        'frame-ancestors',
        'img-src'
      ].concat(['script-src', 'style-src'])
    )
    expect([...new Set(directives.values())].sort()).toEqual(["'none'", "'self'"])
  })

  it.each([
    'app://bundle/',
    'app://bundle/missing.js',
    'app://bundle/../secret.txt',
    'app://bundle/assets/../../secret.txt',
    'app://bundle/%2e%2e/secret.txt',
    'app://bundle/%2e%2e%2fsecret.txt',
    'app://bundle/..%2fsecret.txt',
    'app://bundle/..%5csecret.txt',
    'app://bundle/..\\secret.txt',
    'app://bundle/%252e%252e/secret.txt',
    'app://bundle/index.html%00',
    'app://bundle/index.html%00.js',
    'app://bundle//index.html',
    'app://bundle/./assets//main.js',
    'app://bundle//etc/passwd',
    'app://bundle/etc/passwd',
    'app://bundle/C:/Windows/win.ini',
    'app://bundle/file:///etc/passwd',
    'app://bundle/INDEX.HTML',
    'app://bundle/link.txt',
    'app://bundle/assets',
    'app://bundle/__proto__',
    'app://other/index.html',
    'app://bundle.evil.example/index.html',
    'app://bundle:80/index.html',
    'app:///index.html',
    'https://bundle.example/index.html'
  ])('%s is not found', async (url) => {
    const answer = await bundle().get(url)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('')
  })

  it('an absolute path of a file that is there is not found', async () => {
    const { folder, get } = bundle()
    expect((await get(`app://bundle${pathToFileURL(join(folder, 'index.html')).pathname}`)).status).toBe(404)
    expect((await get(`app://bundle/${encodeURIComponent(join(folder, 'index.html'))}`)).status).toBe(404)
  })

  it('are those that the build has listed, whatever else lies beside them', async () => {
    const { folder, get } = bundle()
    writeFileSync(join(folder, 'assets', 'later.js'), 'later()')
    expect((await get('app://bundle/assets/later.js')).status).toBe(404)
    expect((await get('app://bundle/bundle-files.json')).status).toBe(404)
    expect(() => listBundle(testFolder())).toThrow('ENOENT')
  })

  it('a way that leaves a folder and comes back to a known file is that file', async () => {
    expect(await (await bundle().get('app://bundle/assets/../index.html')).text()).toBe('<p>page')
  })

  it('only reading is allowed', async () => {
    const { get } = bundle()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await get('app://bundle/index.html', { method })).status).toBe(405)
    }
    expect((await get('app://bundle/index.html', { method: 'HEAD' })).status).toBe(200)
  })
})

describe('the pictures', () => {
  const answerWith = (raster: Raster, path: string, signal?: AbortSignal): Promise<Response> =>
    answerApp(new Request(`app://bundle${path}`, signal ? { signal } : {}), {
      files: new Map(),
      printed: new Map(),
      pictures: { raster }
    })

  it('are served as WebP by connection, token and size', async () => {
    const asked: unknown[] = []
    const raster: Raster = (...args) => {
      asked.push(args.slice(0, 3))
      return Promise.resolve(ok({ bytes: new Uint8Array([1, 2, 3]), type: 'image/webp' }))
    }
    const answer = await answerWith(raster, `/picture/shop-1/${token}/thumbnail-2x`)
    expect(asked).toEqual([['shop-1', token, 'thumbnail-2x']])
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('that cannot be had are an empty 404, which nobody keeps', async () => {
    const answer = await answerWith(noPictures, `/picture/shop-1/${token}/preview`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toBe('')
  })

  it.each([
    `/picture/shop-1/${token}`,
    `/picture/shop-1/${token}/original`,
    `/picture/shop-1/${token}/preview/more`,
    `/picture/SHOP/${token}/preview`,
    `/picture/shop-1/${token}x/preview`,
    `/picture//${token}/preview`,
    '/picture/shop-1/../preview',
    '/picture'
  ])('%s is not asked for', async (path) => {
    const raster: Raster = () => Promise.reject(new Error('asked for'))
    expect((await answerWith(raster, path)).status).toBe(404)
  })

  it('that are not wanted anymore are given up', async () => {
    const controller = new AbortController()
    const raster: Raster = (_id, _token, _size, signal) =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve(fail('cancelled'))))
    const answer = answerWith(raster, `/picture/shop-1/${token}/preview`, controller.signal)
    controller.abort()
    expect((await answer).status).toBe(404)
  })
})
