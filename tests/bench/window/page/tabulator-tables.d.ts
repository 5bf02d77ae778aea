declare module 'tabulator-tables' {
  interface Cell {
    getValue(): string | number | null
  }
  interface Options {
    data: object[]
    height: string
    rowHeight: number
    layout: 'fitColumns'
    pagination: boolean
    paginationSize: number
    columns: {
      title: string
      field: string
      width?: number
      widthGrow?: number
      formatter?: (cell: Cell) => HTMLElement
    }[]
  }
  export const TabulatorFull: new (place: HTMLElement, options: Options) => object
}
