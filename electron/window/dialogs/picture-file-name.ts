import { fileNameOf } from '../../files/file-name'

/** Endings of formats whose name is not their ending. */
const endings: Partial<Record<string, string>> = { jpeg: 'jpg' }

/**
 * The file name under which a product's picture is offered: the product's name, which may be anything, made into one that
 * Windows, macOS and Linux take, with the ending of the picture's decoded format.
 */
export function pictureFileName(productName: string, format: string): string {
  const known = /^[a-z0-9]{1,8}$/.test(format) ? format : 'img'
  return `${fileNameOf(productName, 'picture')}.${endings[known] ?? known}`
}
