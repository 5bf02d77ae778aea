import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { commandSchema, outcomeSchema, progressSchema } from './command'
import type { HeadlessCommand, Outcome, Report } from './command'
import { ended } from './outcome'

/** Grows when an app and a command of another version would not understand each other. */
const version = 1
/** Bytes of a path of a socket, with its end, on macOS; Linux has 108. */
const mostPath = 103
/** UTF-16 units of one line; a command that names a thousand files has some 100,000. */
const mostLine = 4_000_000

const requestSchema = z.object({ version: z.literal(version), command: commandSchema })
const answerSchema = z.union([z.object({ progress: progressSchema }), z.object({ outcome: outcomeSchema })])

/**
 * Where the app of a profile can be spoken to: a socket in the profile, whose folder and file are its owner's alone; on Windows a pipe,
 * which others cannot write to. null: the path is too long for a socket.
 */
export function socketPath(profile: string, platform = process.platform): string | null {
  if (platform === 'win32') {
    const name = createHash('sha256').update(profile.toLowerCase()).digest('hex').slice(0, 32)
    return `\\\\.\\pipe\\vitrine-${name}`
  }
  const path = join(profile, 'commands.sock')
  return Buffer.byteLength(path) < mostPath ? path : null
}

type Run = (command: HeadlessCommand, report: Report, signal: AbortSignal) => Promise<Outcome>

/**
 * Does the commands of others, each for as long as they stay. The caller is the only app of this profile: a socket that is there was left
 * by one that was killed. The returned function ends it.
 */
export function serveCommands(path: string, run: Run, onError: (error: unknown) => void): () => void {
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    void serveOne(socket, run).catch(onError)
  })
  server.on('error', onError)
  // A socket is made with the rights that the mask leaves: nobody else can connect, not even in its first moment.
  const mask = process.umask(0o177)
  server.listen(path)
  process.umask(mask)
  return () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
}

async function serveOne(socket: Socket, run: Run): Promise<void> {
  const leaving = new AbortController()
  socket.on('close', () => leaving.abort())
  const send = (answer: z.infer<typeof answerSchema>): void => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`)
  }
  for await (const line of linesOf(socket)) {
    const request = requestSchema.safeParse(parsed(line))
    const outcome = request.success
      ? await run(request.data.command, (progress) => send({ progress }), leaving.signal)
      : ended('failed', 'other-version', 'another version of Vitrine is open')
    send({ outcome })
    socket.end()
    return
  }
}

/**
 * Has the app that is open do a command. null: none is open. An app that goes away meanwhile is told of as `app-quit`.
 *
 * @param signal aborted: nobody waits for it anymore, and the app ends it
 */
export async function askOpenApp(
  path: string,
  command: HeadlessCommand,
  report: Report,
  signal: AbortSignal
): Promise<Outcome | null> {
  const socket = await connected(path)
  if (socket === null) return null
  const leave = (): void => void socket.destroy()
  signal.addEventListener('abort', leave)
  socket.on('error', leave)
  try {
    socket.write(`${JSON.stringify({ version, command })}\n`)
    for await (const line of linesOf(socket)) {
      const answer = answerSchema.safeParse(parsed(line))
      if (!answer.success) return ended('failed', 'other-version', 'another version of Vitrine is open')
      if ('outcome' in answer.data) return answer.data.outcome
      report(answer.data.progress)
    }
    if (signal.aborted) return ended('failed', 'cancelled', 'it was ended')
    return ended('busy', 'app-quit', 'Vitrine was closed meanwhile')
  } finally {
    signal.removeEventListener('abort', leave)
    socket.destroy()
  }
}

/** Whether the window of an app listens there. */
export async function isAppOpen(path: string): Promise<boolean> {
  const socket = await connected(path)
  socket?.destroy()
  return socket !== null
}

function connected(path: string): Promise<Socket | null> {
  const { promise, resolve } = Promise.withResolvers<Socket | null>()
  const socket = connect(path)
  socket.once('connect', () => resolve(socket))
  socket.once('error', () => resolve(null))
  return promise
}

/** Ends with the socket, also with one that breaks, and at a line that is too long. */
async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let units = 0
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    units = text.includes('\n') ? 0 : units + text.length
    if (units > mostLine) socket.destroy()
  })
  const lines = createInterface({ input: socket })
  socket.once('close', () => lines.close())
  yield* lines
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
