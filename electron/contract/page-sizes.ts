/** Items per page that the pager offers. Free of zod, so that the renderer can load it. */
export const pageSizes = [10, 25, 50, 100, 200] as const
