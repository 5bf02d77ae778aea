import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Whether a real disk can be made for a test: only root may, and not in every container. */
export const canMount = ((): boolean => {
  const place = mkdtempSync(join(tmpdir(), 'vitrine-mount-'))
  try {
    mount(place, 100_000)
    execFileSync('umount', [place])
    return true
  } catch {
    return false
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
})()

// Nobody is to take a run without them for one in which they passed.
if (!canMount) {
  process.stderr.write(
    'SKIPPED: tests of full and read-only disks. They mount small ones, which only root may, and not everywhere.\n'
  )
}

/** A disk of that many bytes in a folder that goes away with the test; the answer is where it is. */
export function mountSmallDisk(folder: string, bytes: number): string {
  const place = join(folder, 'disk')
  mkdirSync(place)
  mount(place, bytes)
  onTestFinished(() => void execFileSync('umount', ['--lazy', place]))
  return place
}

/** Lets nothing be written to it anymore. */
export function remountReadOnly(place: string): void {
  execFileSync('mount', ['-o', 'remount,ro', place], { stdio: 'ignore' })
}

export function remountWritable(place: string): void {
  execFileSync('mount', ['-o', 'remount,rw', place], { stdio: 'ignore' })
}

/** Writes until nothing more fits. */
export function fill(file: string): void {
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

function mount(place: string, bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', place], { stdio: 'ignore' })
}
