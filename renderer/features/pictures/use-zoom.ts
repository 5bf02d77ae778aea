import { useResizeObserver } from '@vueuse/core'
import { computed, ref, shallowRef, type ComputedRef, type Ref } from 'vue'
import {
  fitted,
  isZoomed,
  lookOf,
  panned,
  poseOf,
  settled,
  zoomed,
  type Extent,
  type ZoomView,
  type Pose
} from './zoom'

/** The zoom of one picture on a stage: what it shows, and what hands and keys do to it. */
export interface Zoom {
  pose: Readonly<Ref<Pose>>
  /** Larger than fitted: then it can be moved. */
  isZoomed: ComputedRef<boolean>
  /** Shown size in per cent of the picture's own; null while there is none. */
  percent: ComputedRef<number | null>
  /** A new picture lies on the stage; null while there is none. */
  lay: (picture: Extent | null) => void
  fit: () => void
  /** At its own size: a pixel of the picture is one of the screen. */
  actual: () => void
  /** Around a point of the window, or around the stage's middle. */
  by: (factor: number, at?: { clientX: number; clientY: number }) => void
  pan: (x: number, y: number) => void
  /** Between all of it and its own size, at a point. */
  toggle: (at: { clientX: number; clientY: number }) => void
  /** Looks at it as at another picture. */
  take: (look: ZoomView) => void
}

export interface ZoomOptions {
  /** What the shown size is to be multiplied with to be the picture's own: what is shown may be smaller. */
  own?: () => number
  /** A person has moved or zoomed it. */
  onLook?: (look: ZoomView) => void
}

const nothing: Extent = { width: 0, height: 0 }

/** Follows the stage's size; a picture that is fitted stays so when the window changes. */
export function useZoom(
  stage: Readonly<Ref<HTMLElement | null>>,
  { own = () => 1, onLook }: ZoomOptions = {}
): Zoom {
  const picture = shallowRef<Extent | null>(null)
  const room = shallowRef<Extent>(nothing)
  const pose = shallowRef<Pose>({ scale: 1, x: 0, y: 0 })
  const large = ref(false)
  let unit: ZoomView['unit'] = 'whole'

  function put(next: Pose): void {
    if (!picture.value) return
    pose.value = next
    large.value = isZoomed(next, picture.value, room.value)
  }

  function fit(): void {
    if (picture.value) put(fitted(picture.value, room.value))
  }

  /** Does what a person wants, and says what it came to. */
  function byHand(act: () => void): void {
    const wasLarge = large.value
    act()
    // Nothing came of it where all of the picture was in sight, and still is.
    if (!picture.value || !(wasLarge || large.value)) return
    // Who sees all of one picture again sees all of the others.
    if (!large.value) unit = 'whole'
    onLook?.(lookOf(pose.value, picture.value, room.value, unit, own()))
  }

  function take(look: ZoomView): void {
    if (!picture.value) return
    unit = look.unit
    put(poseOf(look, picture.value, room.value, own()))
  }

  /** The look is that of the picture itself, also where the pixels at hand are too few to show it so large. */
  function actual(): void {
    if (!picture.value) return
    const look: ZoomView = { ...lookOf(pose.value, picture.value, room.value), zoom: 1, unit: 'own' }
    take(look)
    onLook?.(look)
  }

  useResizeObserver(stage, () => {
    const element = stage.value
    if (!element) return
    room.value = { width: element.clientWidth, height: element.clientHeight }
    if (!picture.value) return
    if (large.value) put(settled(pose.value, picture.value, room.value))
    else fit()
  })

  function fromMiddle(at?: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = stage.value?.getBoundingClientRect()
    if (!at || !box) return { x: 0, y: 0 }
    return { x: at.clientX - box.left - box.width / 2, y: at.clientY - box.top - box.height / 2 }
  }

  function by(factor: number, at?: { clientX: number; clientY: number }): void {
    if (picture.value) put(zoomed(pose.value, factor, fromMiddle(at), picture.value, room.value))
  }

  function toggle(at: { clientX: number; clientY: number }): void {
    if (large.value) fit()
    else by(Math.max(2, own() / pose.value.scale), at)
  }

  return {
    pose,
    isZoomed: computed(() => large.value),
    percent: computed(() => (picture.value ? Math.round((pose.value.scale / own()) * 100) : null)),
    fit: () => byHand(fit),
    actual,
    by: (factor, at) => byHand(() => by(factor, at)),
    lay: (next) => {
      picture.value = next
      large.value = false
      fit()
    },
    pan: (x, y) =>
      byHand(() => {
        if (picture.value) put(panned(pose.value, { x, y }, picture.value, room.value))
      }),
    toggle: (at) => byHand(() => toggle(at)),
    take
  }
}
