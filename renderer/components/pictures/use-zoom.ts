import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { fitted, isZoomed, panned, settled, zoomed, type Extent, type Pose } from './zoom'

/** The zoom of one picture on a stage: what it shows, and what hands and keys do to it. */
export interface Zoom {
  pose: Readonly<Ref<Pose>>
  /** Larger than fitted: then it can be moved. */
  isZoomed: ComputedRef<boolean>
  /** A new picture lies on the stage; null while there is none. */
  lay: (picture: Extent | null) => void
  fit: () => void
  /** Around a point of the window, or around the stage's middle. */
  by: (factor: number, at?: { clientX: number; clientY: number }) => void
  pan: (x: number, y: number) => void
  /** Between all of it and its own size, at a point. */
  toggle: (at: { clientX: number; clientY: number }) => void
}

const nothing: Extent = { width: 0, height: 0 }

/** Follows the stage's size; a picture that is fitted stays so when the window changes. */
export function useZoom(stage: Readonly<Ref<HTMLElement | null>>): Zoom {
  const picture = shallowRef<Extent | null>(null)
  const room = shallowRef<Extent>(nothing)
  const pose = shallowRef<Pose>({ scale: 1, x: 0, y: 0 })
  const large = ref(false)

  function put(next: Pose): void {
    if (!picture.value) return
    pose.value = next
    large.value = isZoomed(next, picture.value, room.value)
  }

  function fit(): void {
    if (picture.value) put(fitted(picture.value, room.value))
  }

  const observer = new ResizeObserver(() => {
    const element = stage.value
    if (!element) return
    room.value = { width: element.clientWidth, height: element.clientHeight }
    if (!picture.value) return
    if (large.value) put(settled(pose.value, picture.value, room.value))
    else fit()
  })
  watch(stage, (element, before) => {
    if (before) observer.unobserve(before)
    if (element) observer.observe(element)
  })
  onScopeDispose(() => observer.disconnect())

  function fromMiddle(at?: { clientX: number; clientY: number }): { x: number; y: number } {
    const box = stage.value?.getBoundingClientRect()
    if (!at || !box) return { x: 0, y: 0 }
    return { x: at.clientX - box.left - box.width / 2, y: at.clientY - box.top - box.height / 2 }
  }

  function by(factor: number, at?: { clientX: number; clientY: number }): void {
    if (picture.value) put(zoomed(pose.value, factor, fromMiddle(at), picture.value, room.value))
  }

  return {
    pose,
    isZoomed: computed(() => large.value),
    fit,
    by,
    lay: (next) => {
      picture.value = next
      large.value = false
      fit()
    },
    pan: (x, y) => {
      if (picture.value) put(panned(pose.value, { x, y }, picture.value, room.value))
    },
    toggle: (at) => {
      if (large.value) fit()
      else by(Math.max(2, 1 / pose.value.scale), at)
    }
  }
}
