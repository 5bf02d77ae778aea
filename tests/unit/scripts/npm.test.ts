import { describe, expect, it } from 'vitest'
import { npmCommand } from '../../../scripts/npm.mjs'

describe('npm', () => {
  it('is the one that called, with its Node', () => {
    const env = { npm_execpath: '/usr/lib/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' }
    expect(npmCommand(env, 'linux')).toEqual(['/usr/bin/node', '/usr/lib/npm/bin/npm-cli.js'])
  })

  it('is started by the shell on Windows where none called: Node starts no npm.cmd', () => {
    expect(npmCommand({ ComSpec: 'C:\\Windows\\cmd.exe' }, 'win32')).toEqual([
      'C:\\Windows\\cmd.exe',
      '/d',
      '/c',
      'npm'
    ])
  })
})
