import debug from 'debug'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { SocksProxyAgent } from 'socks-proxy-agent'

export interface ProxyAgents {
  HttpProxyAgent: typeof HttpProxyAgent
  HttpsProxyAgent: typeof HttpsProxyAgent
  SocksProxyAgent: typeof SocksProxyAgent
}

/** The agents that lead through proxies. With DEBUG set they would print request headers, and the key with them, to stderr (fault 79). */
export function silentProxyAgents(): ProxyAgents {
  debug.disable()
  return { HttpProxyAgent, HttpsProxyAgent, SocksProxyAgent }
}
