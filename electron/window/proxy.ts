import { session } from 'electron'
import { proxyFromEnvironment } from './proxy-environment'

/**
 * Which proxy leads to a URL, as a PAC file says it. The system's settings come first; when they know none, the
 * environment's `https_proxy` and its relatives do (Electron itself reads those on Linux only).
 */
export async function resolveProxy(url: string): Promise<string> {
  const answer = await session.defaultSession.resolveProxy(url)
  return answer === '' || answer === 'DIRECT' ? proxyFromEnvironment(url, process.env) : answer
}
