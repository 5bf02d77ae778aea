import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz } from 'ag-grid-community'
import { makeRows, pageSize, pictureElement, rowHeight, type Row } from './rows'

/** AG Grid Community with the bench's rows; `paged` as Vitrine's paged list, else one list that scrolls. */
export function showAgGrid(place: HTMLElement, count: number, paged: boolean): void {
  ModuleRegistry.registerModules([AllCommunityModule])
  createGrid<Row>(place, {
    theme: themeQuartz,
    rowData: makeRows(count),
    rowHeight,
    pagination: paged,
    paginationPageSize: pageSize,
    columnDefs: [
      {
        field: 'picture',
        headerName: 'Image',
        width: 80,
        cellRenderer: ({ data }: { data: Row | undefined }) => pictureElement(data?.picture ?? null)
      },
      { field: 'name', flex: 3 },
      { field: 'price', width: 128 },
      { field: 'description', flex: 4 },
      { field: 'id', width: 180 }
    ]
  })
}
