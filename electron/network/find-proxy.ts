import type { ProxyOrigin } from '../contract/network-values'
import type { ProxySettings } from '../contract/network-preferences'
import { pacResult, proxyFromEnvironment, type Environment } from './proxy-environment'
import { isExempt } from './proxy-exceptions'

/** Which proxies lead to a URL, and who says so. */
export interface FoundProxy {
  /** As a PAC file says it: `PROXY a:8080; DIRECT`. */
  pac: string
  origin: ProxyOrigin
}

export interface FindProxyDeps {
  /** As it is set now. */
  settings: () => ProxySettings
  /** What this computer's settings say, as a PAC result. */
  askSystem: (url: string) => Promise<string>
  environment: Environment
}

/**
 * Which proxy leads to a URL. As the system has it, its settings come first; when they know none, the environment's
 * `https_proxy` and its relatives do (Electron itself reads those on Linux only).
 */
export async function findProxy(
  { settings, askSystem, environment }: FindProxyDeps,
  url: string
): Promise<FoundProxy> {
  const { mode, address, exceptions } = settings()
  if (mode === 'none') return { pac: 'DIRECT', origin: 'off' }
  if (mode === 'manual' && address !== '') {
    const parsed = URL.parse(url)
    const exempt = parsed === null || isExempt(parsed, exceptions)
    return { pac: exempt ? 'DIRECT' : pacResult(address), origin: exempt ? 'exception' : 'manual' }
  }
  const pac = await askSystem(url)
  if (pac !== '' && pac !== 'DIRECT') return { pac, origin: 'system' }
  const named = proxyFromEnvironment(url, environment)
  return { pac: named, origin: named === 'DIRECT' ? 'system' : 'environment' }
}
