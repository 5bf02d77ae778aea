import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import KeyGroups from '../../../../../renderer/shared/ui/KeyGroups.vue'

/** The titles in each column, of groups with so many entries. */
function columnsOf(sizes: readonly number[]): string[][] {
  const groups = sizes.map((size, at) => ({
    title: `Group ${at + 1}`,
    entries: Array.from({ length: size }, (_, entry) => ({ keys: ['K'], words: `Does ${entry}` }))
  }))
  const wrapper = mount(KeyGroups, { props: { groups } })
  const columns = [...wrapper.element.children]
  return columns.map((column) => [...column.querySelectorAll('h3')].map(({ textContent }) => textContent))
}

describe('groups of keys', () => {
  it('stay in their order, in two columns of about the same height', () => {
    expect(columnsOf([6, 2, 2, 2])).toEqual([['Group 1'], ['Group 2', 'Group 3', 'Group 4']])
    expect(columnsOf([1, 1, 1, 9])).toEqual([['Group 1', 'Group 2', 'Group 3'], ['Group 4']])
  })

  it('are one column where there is one group, and none where a search found none', () => {
    expect(columnsOf([3])).toEqual([['Group 1']])
    expect(columnsOf([])).toEqual([])
  })
})
