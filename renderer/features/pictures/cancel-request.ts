import type { VNode } from 'vue'

/**
 * Before an image leaves the document: a picture that it still waits for is asked for no longer. A browser would go on
 * loading it otherwise.
 */
export function cancelRequest({ el }: VNode): void {
  if (el instanceof HTMLImageElement && !el.complete) {
    el.removeAttribute('srcset')
    el.removeAttribute('src')
  }
}
