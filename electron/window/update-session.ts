import { session } from 'electron'
import { proxyRules } from './proxy-rules'

/** The session that electron-updater makes its requests in (its electronHttpExecutor.js). */
const partition = 'electron-updater'

/**
 * Makes the way of updates ready: by the proxy that leads to their address, as a person or the system has it, and by https
 * alone, also where a server leads on.
 */
export async function prepareUpdateSession(
  address: string,
  resolveProxy: (url: string) => Promise<string>
): Promise<void> {
  const used = session.fromPartition(partition, { cache: false })
  used.webRequest.onBeforeRequest({ urls: ['http://*/*'] }, (_, answer) => answer({ cancel: true }))
  await used.setProxy(proxyRules(await resolveProxy(address)))
}
