import { TabulatorFull } from 'tabulator-tables'
import 'tabulator-tables/dist/css/tabulator.css'
import { makeRows, pageSize, pictureElement, rowHeight } from './rows'

/** Tabulator with the bench's rows; `paged` as Vitrine's paged list, else one list that scrolls. */
export function showTabulator(place: HTMLElement, count: number, paged: boolean): void {
  new TabulatorFull(place, {
    data: makeRows(count),
    height: '100%',
    rowHeight,
    layout: 'fitColumns',
    pagination: paged,
    paginationSize: pageSize,
    columns: [
      {
        title: 'Image',
        field: 'picture',
        width: 80,
        formatter: (cell) => pictureElement(cell.getValue() === null ? null : String(cell.getValue()))
      },
      { title: 'Name', field: 'name', widthGrow: 3 },
      { title: 'Price', field: 'price', width: 128 },
      { title: 'Description', field: 'description', widthGrow: 4 },
      { title: 'ID', field: 'id', width: 180 }
    ]
  })
}
