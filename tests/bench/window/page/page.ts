import './page.css'
import { showAgGrid } from './ag-grid'
import { showPlainList } from './plain-list'
import { showTabulator } from './tabulator'

const asked = new URLSearchParams(location.search)
const count = Number(asked.get('count'))
const paged = asked.get('paged') === 'true'
const place = document.querySelector<HTMLElement>('#table') ?? document.body
place.style.width = `${Number(asked.get('width'))}px`
place.style.height = `${Number(asked.get('height'))}px`

switch (asked.get('show')) {
  case 'ag-grid':
    showAgGrid(place, count, paged)
    break
  case 'tabulator':
    showTabulator(place, count, paged)
    break
  default:
    showPlainList(place, count)
}
