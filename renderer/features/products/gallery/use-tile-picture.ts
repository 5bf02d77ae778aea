import { onScopeDispose, ref, watch, type Ref } from 'vue'
import { usePictures } from '../../pictures'

/** A picture that takes longer than this, ms, is shown from its thumbnail meanwhile. */
const soon = 120

/** What a tile shows of its picture: the large one, the thumbnail beneath it while that is missing, or neither. */
export interface TilePicture {
  /** The large picture is there. */
  shown: Readonly<Ref<boolean>>
  /** It cannot be had just now. */
  lacking: Readonly<Ref<boolean>>
  /** The thumbnail is wanted beneath. */
  beneath: Readonly<Ref<boolean>>
  onLoad: (event: Event) => void
  onError: () => void
  onBeneathError: () => void
}

/** Follows one tile through its pictures; `asked`: the large one is being asked for. */
export function useTilePicture(
  token: () => string | null,
  attempt: () => number,
  asked: () => boolean
): TilePicture {
  const pictures = usePictures()
  const shown = ref(false)
  const lacking = ref(false)
  const beneath = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  function begin(): void {
    clearTimeout(timer)
    shown.value = false
    lacking.value = false
    beneath.value = false
    if (asked()) timer = setTimeout(() => (beneath.value = !shown.value), soon)
  }

  /** What lies beneath goes once the large picture can be painted, not before. */
  async function onLoad(event: Event): Promise<void> {
    const image = event.target
    const of = token()
    if (!(image instanceof HTMLImageElement)) return
    // A decoded picture is painted with the next frame; one that cannot be decoded has its error event.
    await image.decode().catch(() => undefined)
    if (token() === of) shown.value = true
  }

  function onError(): void {
    const of = token()
    if (of === null) return
    lacking.value = true
    beneath.value = true
    pictures.lacks(of)
  }

  function onBeneathError(): void {
    const of = token()
    // While the large one is on its way, that there is no small one means nothing.
    if (of !== null && lacking.value) void pictures.failed(of)
    else beneath.value = false
  }

  watch([token, attempt, asked], begin, { immediate: true })
  onScopeDispose(() => clearTimeout(timer))
  return { shown, lacking, beneath, onLoad: (event) => void onLoad(event), onError, onBeneathError }
}
