import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { i18n, markDocument } from './i18n'
import './styles/index.css'

markDocument(document.documentElement)
createApp(App).use(createPinia()).use(i18n).mount('#app')
