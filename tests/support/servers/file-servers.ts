import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type { TestCertificate } from '../certificates'
import { eventually } from '../eventually'
import {
  findProgram,
  freePort,
  handOver,
  serverFolder,
  startUnprivileged,
  type ServerProcess
} from './unprivileged'

const apache = findProgram('apache2')
const apacheModules = '/usr/lib/apache2/modules'
const nginx = findProgram('nginx')
const nginxDav = findProgram('ngx_http_dav_ext_module.so', [
  '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'
])

/** `npm test` leaves file servers to `npm test -- --all`. */
const isShort = process.env.VITRINE_TESTS === 'short'
export const hasApache = process.platform === 'linux' && apache !== null && !isShort
export const hasNginx = process.platform === 'linux' && nginx !== null && nginxDav !== null && !isShort

export const fileServerLogin = { userName: 'ada', password: 'canary of a föhn' }

/** A WebDAV server of a test's own, on this computer. Its folder for files is empty at first. */
export interface FileServerProcess {
  port: number
  /** Of the folder for files; asks for `fileServerLogin`. */
  address: string
  /** Makes a folder in there, and returns its path on this computer. */
  makeFolder: (name: string) => string
  /** A line per request: method, path and status. */
  log: () => string
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Resolves when it answers, also while it is down. */
  whenUp: () => Promise<void>
  stop: () => Promise<void>
}

interface Setup {
  folder: string
  port: number
  passwords: string
  tls?: { cert: string; key: string } | undefined
}

/** Apache with mod_dav, which keeps to the letter of WebDAV. */
export function startApache(tls?: TestCertificate): Promise<FileServerProcess> {
  return startFileServer(
    'apache',
    (setup) => ({ program: apache ?? '', args: ['-D', 'FOREGROUND', '-f'], text: apacheConfig(setup) }),
    tls
  )
}

/** nginx with its two modules for WebDAV, which ignore conditions. */
export function startNginx(): Promise<FileServerProcess> {
  return startFileServer('nginx', (setup) => ({
    program: nginx ?? '',
    args: ['-e', join(setup.folder, 'error.log'), '-c'],
    text: nginxConfig(setup)
  }))
}

async function startFileServer(
  name: string,
  configure: (setup: Setup) => { program: string; args: string[]; text: string },
  tls?: TestCertificate
): Promise<FileServerProcess> {
  const folder = serverFolder(name)
  const port = await freePort()
  const file = (fileName: string, text: string): string => {
    const path = join(folder.path, fileName)
    writeFileSync(path, text)
    handOver(path)
    return path
  }
  const makeFolder = (path: string): string => {
    mkdirSync(path)
    // The server is another user than the test.
    chmodSync(path, 0o777)
    return path
  }
  const files = makeFolder(join(folder.path, 'files'))
  const log = (): string => readFileSync(join(folder.path, 'access.log'), 'utf8')
  const hash = createHash('sha1').update(fileServerLogin.password).digest('base64')
  const passwords = file('passwords', `${fileServerLogin.userName}:{SHA}${hash}\n`)
  const secure = tls ? { cert: file('server.crt', tls.cert), key: file('server.key', tls.key) } : undefined
  const { program, args, text } = configure({ folder: folder.path, port, passwords, tls: secure })
  const config = file('server.conf', text)
  let server: ServerProcess | null = null

  async function start(): Promise<void> {
    const started = startUnprivileged(program, [...args, config], folder.path)
    server = started
    await eventually(async () => {
      if (started.process.exitCode !== null) {
        const errors = readFileSync(join(folder.path, 'error.log'), 'utf8')
        throw new Error(`${name} ended: ${started.said()}${errors}`)
      }
      await answers(port)
    })
  }
  await start()
  return {
    port,
    address: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/files/`,
    makeFolder: (own) => makeFolder(join(files, own)),
    log,
    kill: async () => server?.end('SIGTERM'),
    start,
    whenUp: () => eventually(() => answers(port)),
    async stop() {
      await server?.end('SIGTERM')
      folder.remove()
    }
  }
}

/** Resolves when something answers in HTTP; over TLS, that it is no plain request. */
function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent: false }, (response) => {
      response.resume()
      resolve()
    })
    sent.on('error', reject)
    sent.end()
  })
}

function apacheConfig({ folder, port, passwords, tls }: Setup): string {
  const modules = [
    'mpm_event',
    'authn_core',
    'authn_file',
    'auth_basic',
    'authz_core',
    'authz_user',
    'dav',
    'dav_fs'
  ]
  const secure = tls
    ? ['SSLEngine on', `SSLCertificateFile ${tls.cert}`, `SSLCertificateKeyFile ${tls.key}`]
    : []
  return [
    ...[...modules, ...(tls ? ['ssl'] : [])].map(
      (name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`
    ),
    `ServerRoot ${folder}`,
    `PidFile ${folder}/apache.pid`,
    `Mutex file:${folder} default`,
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    // A few processes are enough, and start faster.
    'StartServers 1',
    'ThreadsPerChild 8',
    'MaxRequestWorkers 16',
    `ErrorLog ${folder}/error.log`,
    'LogFormat "%m %U %>s" short',
    `CustomLog ${folder}/access.log short`,
    `DocumentRoot ${folder}`,
    `DavLockDB ${folder}/locks`,
    ...secure,
    `<Directory ${folder}/files>`,
    'Dav On',
    'AuthType Basic',
    'AuthName files',
    `AuthUserFile ${passwords}`,
    'Require valid-user',
    '</Directory>',
    ''
  ].join('\n')
}

function nginxConfig({ folder, port, passwords }: Setup): string {
  return `
load_module ${nginxDav ?? ''};
daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  log_format short '$request_method $uri $status';
  access_log ${folder}/access.log short;
  client_max_body_size 8m;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location /files/ {
      auth_basic files;
      auth_basic_user_file ${passwords};
      dav_methods PUT DELETE MKCOL COPY MOVE;
      dav_ext_methods PROPFIND OPTIONS;
      dav_access user:rw group:rw all:rw;
    }
  }
}
`
}
