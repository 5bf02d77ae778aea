import { execFile } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { DebugLogger } from 'builder-util'
import type { Configuration } from 'electron-builder'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { writeStubRuntime } from './stub-runtime'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
/** The bytes that may be inside: what there was when it was written, half of it the demo store's pictures, and a third. */
const asarLimit = 22_000_000

/** Bare names that the built main process and its threads import, apart from Node's own and Electron. */
function externals(folder: string): string[] {
  const found = new Set<string>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue
    const code = readFileSync(join(folder, name), 'utf8')
    for (const [, specifier] of code.matchAll(/^(?:import|export)[^"'\n]*["']([^"'\n]+)["'];?$/gm))
      found.add(specifier ?? '')
    for (const [, specifier] of code.matchAll(/\bimport\(["']([^"'\n]+)["']\)/g)) found.add(specifier ?? '')
  }
  const ofNode =
    /^(\.|node:|electron$|(assert|buffer|crypto|events|fs|http|https|net|os|path|stream|tls|url|util|zlib)$)/
  return [...found].filter((name) => !ofNode.test(name)).sort()
}

describe('what the packages are made by', () => {
  afterEach(() => vi.unstubAllEnvs())

  async function configuration(): Promise<Configuration> {
    vi.resetModules()
    const { default: config } = await import('../../electron-builder.config.mjs')
    return config
  }

  it('is a configuration that electron-builder accepts, with and without an address of updates', async () => {
    await validateConfiguration(await configuration(), new DebugLogger(false))
    vi.stubEnv('VITRINE_UPDATE_URL', 'https://updates.example/vitrine')
    vi.stubEnv('VITRINE_SIGN', 'required')
    const released = await configuration()
    await validateConfiguration(released, new DebugLogger(false))
    expect(released).toMatchObject({
      forceCodeSigning: true,
      publish: [{ url: 'https://updates.example/vitrine' }]
    })
    await expect(
      validateConfiguration({ ...released, wi: {} } as Configuration, new DebugLogger(false))
    ).rejects.toThrow()
  })

  it('builds around the runtime in ELECTRON_RUNTIME, whatever version package.json names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-runtime-'))
    writeStubRuntime(folder, 'v42.0.0\n')
    vi.stubEnv('ELECTRON_RUNTIME', folder)
    expect(await configuration()).toMatchObject({ electronDist: folder, electronVersion: '42.0.0' })
    vi.stubEnv('ELECTRON_RUNTIME', '')
    expect(await configuration()).not.toHaveProperty('electronDist')
    rmSync(folder, { recursive: true })
  })

  it('is refused with an address of updates that is not encrypted', async () => {
    vi.stubEnv('VITRINE_UPDATE_URL', 'http://updates.example/vitrine')
    await expect(configuration()).rejects.toThrow('https://')
  })

  it('is called by the app as the installer of Windows calls it, or the taskbar would show it twice', async () => {
    const { appId } = await configuration()
    expect(readFileSync(join(root, 'electron/main.ts'), 'utf8')).toContain(`setAppUserModelId('${appId}')`)
  })

  it('has an icon of which every size can be made', async () => {
    const { width, height } = await sharp(join(root, 'build/icon.png')).metadata()
    expect([width, height]).toEqual([1024, 1024])
    // Themes of Linux look into folders of certain sizes alone, of which 1,024 is none.
    const sizes = readdirSync(join(root, 'build/icons')).map(async (name) => {
      const icon = await sharp(join(root, 'build/icons', name)).metadata()
      expect(name).toBe(`${icon.width}x${icon.height}.png`)
      return icon.width
    })
    expect(await Promise.all(sizes)).toEqual(expect.arrayContaining([16, 32, 48, 128, 256, 512]))
  })
})

/** npm, which electron-builder asks, cannot tell what packages need that are linked from elsewhere. */
const isInstalled = !lstatSync(join(root, 'node_modules')).isSymbolicLink()

describe.runIf(process.platform === 'linux' && isInstalled)(
  'a package for Linux, around a stub of the runtime',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-package-'))
    const unpacked = join(folder, 'dist', `linux-${process.arch === 'x64' ? '' : `${process.arch}-`}unpacked`)
    const asar = join(unpacked, 'resources', 'app.asar')
    const extracted = join(folder, 'extracted')
    let files: string[] = []

    beforeAll(async () => {
      if (!existsSync(join(root, 'out/main/main.js')))
        throw new Error('The app is not built: npm test does it first.')
      writeStubRuntime(join(folder, 'stub'), '42.0.0')
      const args = ['--linux', 'dir', '--publish', 'never', '--config', 'electron-builder.config.mjs']
      const place = `-c.directories.output=${join(folder, 'dist')}`
      await run(process.execPath, [join(root, 'node_modules/electron-builder/cli.js'), ...args, place], {
        cwd: root,
        env: { ...process.env, ELECTRON_RUNTIME: join(folder, 'stub') }
      })
      extractAll(asar, extracted)
      files = listPackage(asar, { isPack: false }).map((name) => name.replaceAll('\\', '/').slice(1))
    })

    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('loads all that the main process and its threads import from what is inside alone', async () => {
      const names = externals(join(extracted, 'out/main'))
      expect(names).toEqual(expect.arrayContaining(['axios', 'keytar', 'pino', 'sharp']))
      const program = join(extracted, 'out/main/loads.mjs')
      const imports = names.map((name) => `await import(${JSON.stringify(name)})`).join('\n')
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module', '--eval', `${imports}\nconsole.log(import.meta.url)`],
        {
          cwd: join(program, '..'),
          env: { PATH: process.env.PATH }
        }
      )
      expect(stdout).toContain(pathToFileURL(extracted).href)
    })

    it('holds the built app, and of everything else only what runs', () => {
      const own = files.filter((name) => !/^(node_modules|out)(\/|$)/.test(name))
      expect(own).toEqual(['package.json'])
      expect(files).toEqual(
        expect.arrayContaining(['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html'])
      )
      expect(
        files.filter((name) => /\.(map|ts|mts|cts|vue|c|cc|cpp|h|o|sh)$|\.(test|spec)\./.test(name))
      ).toEqual([])
      expect(files.filter((name) => /\/(tests?|__tests__|docs?|examples?|benchmarks?)$/.test(name))).toEqual(
        []
      )
      expect(files.filter((name) => /\/README[^/]*$/i.test(name))).toEqual([])
      expect(statSync(asar).size).toBeLessThan(asarLimit)
    })

    it('holds no package of development, and none that only installs another', () => {
      const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
        devDependencies: Record<string, string>
      }
      const names = new Set(
        files.map((name) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1])
      )
      for (const name of [...Object.keys(devDependencies), 'prebuild-install', 'node-addon-api', 'tar-fs']) {
        expect(names).not.toContain(name)
      }
    })

    it('keeps the license of every package that has one', () => {
      const license = /^(licen[cs]e|copying|notice)/i
      for (const name of files.filter((file) =>
        /^node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(file)
      )) {
        const place = name.slice(0, -'/package.json'.length)
        const wanted = readdirSync(join(root, place)).filter((file) => license.test(file))
        expect(files).toEqual(expect.arrayContaining(wanted.map((file) => `${place}/${file}`)))
      }
      const libvips = `sharp-libvips-linux-${process.arch}`
      expect(existsSync(join(unpacked, 'resources/licenses', libvips, 'README.md'))).toBe(true)
    })

    it('has what an administrator runs in a database, as a file to be read', () => {
      const schema = readFileSync(join(unpacked, 'resources/team/schema.sql'), 'utf8')
      expect(schema).toContain('create schema if not exists vitrine')
    })

    it('has the native binaries of this platform alone, beside the archive, where the system can load them', () => {
      const beside = readdirSync(`${asar}.unpacked`, { recursive: true, encoding: 'utf8' })
      const native = files.filter((name) => /\.(node|so[.\d]*|dll|dylib)$/.test(name))
      expect(native).toHaveLength(3)
      for (const name of native) expect(beside).toContain(name)
      const platform = `linux-${process.arch}`
      expect(readdirSync(join(extracted, 'node_modules/@img')).sort()).toEqual([
        'colour',
        `sharp-libvips-${platform}`,
        `sharp-${platform}`
      ])
    })

    it('has its fuses set: the binary is no Node, takes no debugger, and loads only the archive it was made with', async () => {
      const fuses = await getCurrentFuseWire(join(unpacked, 'vitrine'))
      const set = (fuse: FuseV1Options): boolean => fuses[fuse] === FuseState.ENABLE
      expect(set(FuseV1Options.RunAsNode)).toBe(false)
      expect(set(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false)
      expect(set(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false)
      expect(set(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false)
      expect(set(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true)
      expect(set(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true)
      // Without cookies it would only ask the person's keychain for one more key.
      expect(set(FuseV1Options.EnableCookieEncryption)).toBe(false)
    })

    it('leaves nothing to open but the app', () => {
      const archives = readdirSync(join(unpacked, 'resources')).filter((name) => name.endsWith('.asar'))
      expect(archives).toEqual(['app.asar'])
    })
  }
)
