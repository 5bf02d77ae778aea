import {
  DatabaseBackup,
  Download,
  Images,
  Keyboard,
  Languages,
  Network,
  RefreshCw,
  RotateCcw,
  ShieldCheck,
  SunMoon
} from '@lucide/vue'
import type { Component } from 'vue'
import { t } from '../../shared/i18n'
import type { SettingsSection } from '../../shared/navigation'
import AppearanceSection from './AppearanceSection.vue'
import KeyboardSection from './KeyboardSection.vue'
import LanguageSection from './LanguageSection.vue'
import NetworkPart from './NetworkPart.vue'
import PicturesSection from './PicturesSection.vue'
import PrivacySection from './PrivacySection.vue'
import ResetSection from './ResetSection.vue'
import ReviewsSection from './ReviewsSection.vue'
import SyncSection from './SyncSection.vue'
import UpdatesSection from './updates/UpdatesSection.vue'

/** A part of the settings: how the list names it, and what it shows. */
export interface SettingsPart {
  title: () => string
  icon: Component
  shows: Component
}

export const settingsParts: Record<SettingsSection, SettingsPart> = {
  appearance: { title: () => t('settings.appearance.title'), icon: SunMoon, shows: AppearanceSection },
  language: { title: () => t('settings.language.title'), icon: Languages, shows: LanguageSection },
  keyboard: { title: () => t('settings.keyboard.title'), icon: Keyboard, shows: KeyboardSection },
  sync: { title: () => t('settings.sync.title'), icon: RefreshCw, shows: SyncSection },
  pictures: { title: () => t('settings.pictures.title'), icon: Images, shows: PicturesSection },
  reviews: { title: () => t('settings.reviews.title'), icon: DatabaseBackup, shows: ReviewsSection },
  network: { title: () => t('settings.network.title'), icon: Network, shows: NetworkPart },
  updates: { title: () => t('settings.updates.title'), icon: Download, shows: UpdatesSection },
  privacy: { title: () => t('settings.privacy.title'), icon: ShieldCheck, shows: PrivacySection },
  reset: { title: () => t('settings.reset.title'), icon: RotateCcw, shows: ResetSection }
}
