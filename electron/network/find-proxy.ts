import type { ProxyOrigin } from '../contract/network-values'
import type { NetworkPreferences } from '../contract/network-preferences'
import { pacResult, proxyFromEnvironment, type Environment } from './proxy-environment'
import { isExempt } from './proxy-exceptions'

/** Which proxies lead to a URL, and who says so. */
export interface FoundProxy {
  /** As a PAC file says it: `PROXY a:8080; DIRECT`. */
  pac: string
  origin: ProxyOrigin
}

export interface FindProxyDeps {
  /** As they are now. */
  preferences: () => Pick<NetworkPreferences, 'proxy' | 'proxyAddress' | 'proxyExceptions'>
  /** What this computer's settings say, as a PAC result. */
  askSystem: (url: string) => Promise<string>
  environment: Environment
}

/**
 * Which proxy leads to a URL. As the system has it, its settings come first; when they know none, the environment's
 * `https_proxy` and its relatives do (Electron itself reads those on Linux only).
 */
export async function findProxy(
  { preferences, askSystem, environment }: FindProxyDeps,
  url: string
): Promise<FoundProxy> {
  const { proxy, proxyAddress, proxyExceptions } = preferences()
  if (proxy === 'none') return { pac: 'DIRECT', origin: 'off' }
  if (proxy === 'manual' && proxyAddress !== '') {
    const parsed = URL.parse(url)
    const exempt = parsed === null || isExempt(parsed, proxyExceptions)
    return { pac: exempt ? 'DIRECT' : pacResult(proxyAddress), origin: exempt ? 'exception' : 'manual' }
  }
  const pac = await askSystem(url)
  if (pac !== '' && pac !== 'DIRECT') return { pac, origin: 'system' }
  const named = proxyFromEnvironment(url, environment)
  return { pac: named, origin: named === 'DIRECT' ? 'system' : 'environment' }
}
