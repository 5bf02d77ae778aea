import { quoted, type ProductRule } from '../rule'

const plainHttp = /^http:/i
/** Leaves this computer no more than https does. */
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The picture's address is plain http: anybody on the way can see and change it, and shops on https do not show it. Addresses without a scheme are the store's own. */
export const pictureInsecure: ProductRule = {
  id: 'picture-insecure',
  severity: 'warning',
  needsFullForm: true,
  of: 'product',
  test: ({ image }) => {
    if (image === null || !plainHttp.test(image) || !URL.canParse(image)) return null
    const { host, hostname } = new URL(image)
    return loopback.test(hostname) ? null : { host: quoted(host) }
  }
}
