import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { NodeHttpExecutor } from 'builder-util'
import { configureRequestOptions, configureRequestUrl, type DownloadOptions } from 'builder-util-runtime'
import { AppImageUpdater, CancellationToken } from 'electron-updater'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { proxyPassword } from '../../../electron/api/routes'
import { fromAppUpdater } from '../../../electron/updates/app-updater'
import { problemOf, type Updater } from '../../../electron/updates/updater'
import { testFolder } from '../../support/folder'

const installer = Buffer.alloc(300_000, 'a new version ')
const hashOf = (bytes: Buffer | string): string => createHash('sha512').update(bytes).digest('base64')

/** What electron-builder writes beside a package. */
function list(version: string, { hash = hashOf(installer), url = 'Vitrine.AppImage' } = {}): string {
  const file = [`  - url: ${url}`, `    sha512: ${hash}`, `    size: ${installer.byteLength}`]
  const rest = ['path: Vitrine.AppImage', `sha512: ${hash}`, "releaseDate: '2026-11-22T09:00:00.000Z'", '']
  return [`version: ${version}`, 'files:', ...file, ...rest].join('\n')
}

interface Server {
  address: string
  /** By path. */
  files: Map<string, string | Buffer>
  asked: { path: string; headers: NodeJS.Dict<string | string[]> }[]
}

async function startServer(): Promise<Server> {
  const files: Server['files'] = new Map([['/v/Vitrine.AppImage', installer]])
  const asked: Server['asked'] = []
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    asked.push({ path: pathname, headers })
    const file = files.get(pathname)
    response.writeHead(file === undefined ? 404 : 200).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v/`, files, asked }
}

/** Node's network in place of Electron's, with downloads as electronHttpExecutor.js of electron-updater has them. */
class NodeNetwork extends NodeHttpExecutor {
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const request = {}
      configureRequestUrl(url, request)
      configureRequestOptions(request)
      const callback = (error?: Error | null): void => (error ? reject(error) : resolve(destination))
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

/** electron-updater with a fake app, version 0.1.0 in an AppImage, and Node's network in place of Electron's. */
function openRaw(address: string): AppImageUpdater {
  const folder = testFolder()
  const config = join(folder, 'app-update.yml')
  writeFileSync(config, `provider: generic\nurl: ${address}\nupdaterCacheDirName: vitrine-updater\n`)
  writeFileSync(join(folder, 'old.AppImage'), 'the version of now')
  vi.stubEnv('APPIMAGE', join(folder, 'old.AppImage'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const fakeApp = {
    version: '0.1.0',
    name: 'vitrine',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined
  }
  const updater = new AppImageUpdater(null, fakeApp)
  Object.assign(updater, {
    httpExecutor: new NodeNetwork(),
    disableDifferentialDownload: true,
    _testOnlyOptions: { platform: 'linux' }
  })
  return updater
}

const behindProxy = 'PROXY ada:secret@proxy.example:8080'

function openUpdater(address: string, updater = openRaw(address)): Updater {
  return fromAppUpdater({
    updater,
    prepare: () => Promise.resolve(behindProxy),
    passwordIn: proxyPassword,
    newToken: () => new CancellationToken(),
    log: { info: () => undefined }
  })
}

const never = new AbortController().signal
const problem = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'none', problemOf)

describe('electron-updater, over a server of versions', () => {
  it('tells a proxy its name and password once, and nobody else', async () => {
    const server = await startServer()
    server.files.set('/v/latest-linux.yml', list('0.1.0'))
    const raw = openRaw(server.address)
    const updater = openUpdater(server.address, raw)
    const told: string[][] = []
    const ask = (host: string): void => {
      const asking = { isProxy: true, scheme: 'basic', host, port: 8080, realm: '' }
      raw.emit('login', asking, (...words: string[]) => told.push(words))
    }
    await updater.check()
    ask('other.example')
    ask('proxy.example')
    // It has refused what it was told.
    ask('proxy.example')
    expect(told).toEqual([
      ['', ''],
      ['ada', 'secret'],
      ['', '']
    ])
    await updater.check()
    ask('proxy.example')
    expect(told.at(-1)).toEqual(['ada', 'secret'])
  })

  it('finds a newer version, fetches nothing by itself, and tells nothing of this computer', async () => {
    const { address, files, asked } = await startServer()
    files.set('/v/latest-linux.yml', list('0.2.0'))
    expect(await openUpdater(address).check()).toEqual({ version: '0.2.0', bytes: installer.byteLength })
    expect(asked.map(({ path }) => path)).toEqual(['/v/latest-linux.yml'])
    expect(asked[0]?.headers['x-user-staging-id']).toBe('none')
  })

  it.each(['0.1.0', '0.0.9'])('does not offer version %s to version 0.1.0', async (version) => {
    const { address, files } = await startServer()
    files.set('/v/latest-linux.yml', list(version))
    expect(await openUpdater(address).check()).toBeNull()
  })

  it('fetches nothing that was broken off before it began', async () => {
    const { address, files, asked } = await startServer()
    files.set('/v/latest-linux.yml', list('0.2.0'))
    const updater = openUpdater(address)
    await updater.check()
    const stop = new AbortController()
    const download = updater.download(() => undefined, stop.signal)
    // The way to the server is just being made ready.
    stop.abort()
    await expect(download).rejects.toThrow()
    expect(asked.map(({ path }) => path)).toEqual(['/v/latest-linux.yml'])
  })

  it('fetches what is listed when it is told to', async () => {
    const { address, files, asked } = await startServer()
    files.set('/v/latest-linux.yml', list('0.2.0'))
    const updater = openUpdater(address)
    await updater.check()
    await updater.download(() => undefined, never)
    expect(asked.at(-1)?.path).toBe('/v/Vitrine.AppImage')
  })

  it('refuses what is not as it is listed', async () => {
    const { address, files } = await startServer()
    files.set('/v/latest-linux.yml', list('0.2.0', { hash: hashOf('something else') }))
    const updater = openUpdater(address)
    await updater.check()
    expect(await problem(updater.download(() => undefined, never))).toBe('forged')
  })

  it('refuses a list that names a place without https', async () => {
    const { address, files, asked } = await startServer()
    files.set('/v/latest-linux.yml', list('0.2.0', { url: 'http://elsewhere.example/Vitrine.AppImage' }))
    expect(await problem(openUpdater(address).check())).toBe('insecure')
    expect(asked).toHaveLength(1)
  })

  it('says that there is no list, that it cannot be read, and that nobody answers', async () => {
    const { address, files } = await startServer()
    expect(await problem(openUpdater(address).check())).toBe('not-found')
    files.set('/v/latest-linux.yml', '<html>Sign in</html>')
    expect(await problem(openUpdater(address).check())).toBe('unreadable')
    files.set('/v/latest-linux.yml', 'version: newest\nfiles: []\n')
    expect(await problem(openUpdater(address).check())).toBe('unreadable')
    expect(await problem(openUpdater('http://name.invalid/v/').check())).toBe('unreachable')
  })

  it('says that it could not install, and that installing does not come to an end', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const raw = openRaw('http://127.0.0.1:1/')
    const failures: string[] = []
    openUpdater('http://127.0.0.1:1/', raw).install((error) => failures.push(String(error)))
    // Nothing was fetched: it has nothing to put in place.
    expect(failures).toEqual([expect.stringMatching(/No update filepath/)])
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(failures[1]).toMatch(/did not end the app in time/)
  })
})
