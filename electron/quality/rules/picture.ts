import { found, quoted, type Rules } from '../rule'

export const pictureRules = {
  /** The store gives no address of a picture. */
  'picture-missing': {
    severity: 'warning',
    needsFullForm: true,
    of: 'product',
    test: ({ image }) => (image === null ? found : null)
  },

  /** The picture was fetched, or a fetch was tried, and it cannot be shown. */
  'picture-broken': {
    severity: 'error',
    needsFullForm: true,
    of: 'picture',
    test: ({ broken }) => (broken === null ? null : { code: broken })
  },

  /** The shorter side has fewer pixels than the threshold. */
  'picture-small': {
    severity: 'warning',
    needsFullForm: true,
    of: 'picture',
    test: ({ broken, width, height }, threshold) =>
      broken === null && Math.min(width, height) < threshold ? { width, height, threshold } : null
  },

  /** One side is more than `threshold` times as long as the other: a banner, or a strip of several views. */
  'picture-shape': {
    severity: 'hint',
    needsFullForm: true,
    of: 'picture',
    test: ({ broken, width, height }, threshold) => {
      const times = Math.max(width, height) / Math.max(1, Math.min(width, height))
      return broken === null && times > threshold
        ? { width, height, times: Math.round(times * 10) / 10, threshold }
        : null
    }
  },

  /** Another product has the same picture: from the same address, or with the same bytes. */
  'picture-same': { severity: 'warning', needsFullForm: true, of: 'catalog' },

  /**
   * No other product has the same picture, but one has a picture that looks alike. A hint, since that is a guess: most are sizes and colors of
   * one product, some the same photo saved anew.
   */
  'picture-similar': { severity: 'hint', needsFullForm: true, of: 'catalog' },

  /**
   * The picture's address is plain http: anybody on the way can see and change it, and shops on https do not show it. Addresses
   * without a scheme are the store's own.
   */
  'picture-insecure': {
    severity: 'warning',
    needsFullForm: true,
    of: 'product',
    test: ({ image }) => {
      if (image === null || !plainHttp.test(image) || !URL.canParse(image)) return null
      const { host, hostname } = new URL(image)
      return loopback.test(hostname) ? null : { host: quoted(host) }
    }
  }
} satisfies Rules

const plainHttp = /^http:/i
/** Requests to these never leave this computer. */
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
