import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'

const openKey = 'vitrine.details'
const widthKey = 'vitrine.details.width'
/** CSS pixels. */
export const paneWidth = { initial: 320, least: 304, most: 720 } as const

function within(width: number): number {
  return Math.round(Math.min(paneWidth.most, Math.max(paneWidth.least, width)))
}

function keptWidth(): number {
  const kept = Number(localStorage.getItem(widthKey) ?? paneWidth.initial)
  return Number.isFinite(kept) ? within(kept) : paneWidth.initial
}

/** Whether the pane of details is open, and how wide it is: kept over restarts, for all stores. */
export const useDetailsPane = defineStore('details-pane', () => {
  const isOpen = ref(localStorage.getItem(openKey) === 'open')
  const kept = ref(keptWidth())
  const width = computed({ get: () => kept.value, set: (wish: number) => (kept.value = within(wish)) })
  watch(isOpen, (open) => localStorage.setItem(openKey, open ? 'open' : 'closed'))
  watch(width, (now) => localStorage.setItem(widthKey, String(now)))
  return { isOpen, width }
})
