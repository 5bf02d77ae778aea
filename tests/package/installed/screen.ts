import { execFileSync, spawnSync } from 'node:child_process'
import { expect } from '@playwright/test'

// The screen and the keyboard of a person, for what no debugger reaches: the system's own dialogs, the app's own keys.

/** The windows of a process whose title matches, as X11 numbers them. */
function windowsOf(pid: number, title: string): string[] {
  // Without one xdotool fails.
  const { stdout } = spawnSync(
    'xdotool',
    ['search', '--all', '--onlyvisible', '--pid', String(pid), '--name', title],
    { encoding: 'utf8' }
  )
  return stdout.split('\n').filter((line) => line !== '')
}

const xdotool = (...args: string[]): string => execFileSync('xdotool', args, { encoding: 'utf8' })

/** Gives the keyboard to a window of a process, once it is there. Returns its number. */
async function focus(pid: number, title: string): Promise<string> {
  await expect.poll(() => windowsOf(pid, title), { message: `a window ${title}` }).toHaveLength(1)
  const [id = ''] = windowsOf(pid, title)
  xdotool('windowfocus', '--sync', id)
  return id
}

/** Presses keys in a window of a process, such as `ctrl+q`. */
export async function press(pid: number, title: string, keys: string): Promise<void> {
  await focus(pid, title)
  xdotool('key', keys)
}

/** Types where to save into the system's dialog with this title, and waits until it is gone. */
export async function saveIn(pid: number, title: string, file: string): Promise<void> {
  await focus(pid, title)
  xdotool('key', 'ctrl+a')
  xdotool('type', '--delay', '20', file)
  // GTK's button is `_Save`; Enter does nothing where no window manager says which window is in use. The first press may only close
  // the list of names that begin like this one.
  await expect(async () => {
    if (windowsOf(pid, title).length > 0) xdotool('key', 'alt+s')
    await expect.poll(() => windowsOf(pid, title), { timeout: 2_000 }).toEqual([])
  }).toPass({ timeout: 30_000 })
}

/** The class that a window tells the desktop, by which that finds its desktop file. */
export async function windowClass(pid: number, title: string): Promise<string> {
  const id = await focus(pid, title)
  const words = execFileSync('xprop', ['-id', id, 'WM_CLASS'], { encoding: 'utf8' })
  return /"([^"]*)"\s*$/.exec(words)?.[1] ?? ''
}

/** Takes a picture of the whole screen. */
export function takePicture(file: string): void {
  execFileSync('scrot', ['--overwrite', file])
}
