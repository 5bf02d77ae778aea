import { describe, expect, it } from 'vitest'
import { languages } from '../../../../../electron/contract/languages'
import { pluralForm, pluralForms } from '../../../../../renderer/shared/i18n'

describe('the form of a text for a count', () => {
  it('is one for 1 and another for the rest in English, with one more for none before them', () => {
    const form = pluralForm('en')
    expect([0, 1, 2, 40].map((count) => form(count, 2))).toEqual([1, 0, 1, 1])
    expect([0, 1, 2, 40].map((count) => form(count, 3))).toEqual([0, 1, 2, 2])
  })

  it('counts none as one in French, unless there is a form for none', () => {
    const form = pluralForm('fr')
    expect([0, 1, 2, 1_000_000].map((count) => form(count, 2))).toEqual([0, 0, 1, 1])
    expect([0, 1, 2].map((count) => form(count, 3))).toEqual([0, 1, 2])
  })

  it('is one of six in Arabic: for none, one, two, few, many, and hundreds', () => {
    const form = pluralForm('ar')
    expect([0, 1, 2, 3, 10, 11, 99, 100, 102, 103].map((count) => form(count, 6))).toEqual([
      0, 1, 2, 3, 3, 4, 4, 5, 5, 3
    ])
  })

  it('is always one that there is, also where a text has fewer', () => {
    for (const language of languages) {
      for (const forms of [1, 2, 3, pluralForms[language].length, pluralForms[language].length + 1]) {
        for (const count of [0, 1, 2, 3, 11, 100, 1_000_000, 1.5]) {
          const form = pluralForm(language)(count, forms)
          expect(form >= 0 && form < forms, `${language}, ${count} of ${forms} forms`).toBe(true)
        }
      }
    }
  })
})
