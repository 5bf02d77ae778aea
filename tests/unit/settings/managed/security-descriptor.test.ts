import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weaknessesIn } from '../../../../electron/settings/managed/windows'

const installer = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'
const head = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)'

describe('fault 104: a security descriptor of Windows', () => {
  it.each([
    ['of a folder as the installer makes it', `${head}(A;OICI;0x1200a9;;;BU)`],
    ['of notepad.exe', `O:${installer}G:${installer}D:PAI(A;;FA;;;${installer})(A;;0x1200a9;;;BU)`],
    ['with numbers for names', 'O:S-1-5-18D:(A;;FA;;;S-1-5-32-544)(A;;FRFX;;;S-1-1-0)'],
    ['that lets nobody do anything', 'O:SYG:SYD:P'],
    ['with what holds only for things made in the folder', `${head}(A;OICIIO;GA;;;CO)`],
    ['with entries that deny, audit and label', `${head}(D;;FA;;;WD)S:AI(AU;SA;FA;;;WD)(ML;;NW;;;HI)`],
    ['in which all may read under a condition', `${head}(XA;;FR;;;WD;(Member_of {SID(BA)}))`]
  ])('%s is administrators’ alone', (_, sddl) => {
    expect(weaknessesIn(sddl)).toEqual([])
  })

  it.each([
    [
      'of C:\\ProgramData, where all may make things',
      'O:SYG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICIIO;GA;;;CO)(A;OICI;0x1200a9;;;BU)(A;CI;DCLCRPCR;;;BU)',
      ['BU can change it (DCLCRPCR)']
    ],
    [
      'of somebody',
      'O:S-1-5-21-1-2-3-1001G:SYD:(A;;FA;;;SY)',
      ['its owner is S-1-5-21-1-2-3-1001, not Administrators or SYSTEM']
    ],
    ['without a list', 'O:BAG:SYD:NO_ACCESS_CONTROL', ['everybody can change it']],
    ['in which all may modify', `${head}(A;;0x1301bf;;;WD)`, ['WD can change it (0x1301bf)']],
    ['in which users may delete', `${head}(A;;SD;;;AU)`, ['AU can change it (SD)']],
    ['in which users may change the list', `${head}(A;;FRWD;;;IU)`, ['IU can change it (FRWD)']],
    ['with generic rights', `${head}(A;;GRGW;;;AU)`, ['AU can change it (GRGW)']],
    ['with a mask in decimal', `${head}(A;;1179926;;;AU)`, ['AU can change it (1179926)']],
    ['in which what denies does not help', `${head}(D;;FA;;;BU)(A;;FA;;;BU)`, ['BU can change it (FA)']],
    ['with a condition', `${head}(XA;;FA;;;WD;(Member_of {SID(BA)}))`, ['WD can change it (FA)']],
    [
      'with unknown rights',
      `${head}(A;;QQ;;;WD)`,
      ['its access list has an entry that cannot be read (A;;QQ;;;WD)']
    ],
    [
      'with an unknown entry',
      `${head}(ZZ;;FR;;;WD)`,
      ['its access list has an entry that cannot be read (ZZ;;FR;;;WD)']
    ]
  ])('%s is not', (_, sddl, expected) => {
    expect(weaknessesIn(sddl)).toEqual(expected)
  })

  it.each([
    ['opens one', `(XA;;FR;;;BU;(@User.Title=="("))`],
    ['closes one', `(XA;;FR;;;BU;(@User.Title==")"))`],
    ['closes one and begins an entry', `(XA;;FR;;;BU;(@User.Title==")(D;;FA;;;SY"))`]
  ])('fault 104: %s whose condition quotes a bracket hides no entry after it', (_, entry) => {
    expect(weaknessesIn(`${head}${entry}`)).toEqual([])
    expect(weaknessesIn(`${head}${entry}(A;;FA;;;WD)`)).toEqual(['WD can change it (FA)'])
  })

  it.each([
    ['an entry that does not end', '(XA;;FR;;;BU;(@User.Title==1)'],
    ['a quoted text that does not end', '(XA;;FR;;;BU;(@User.Title=="))'],
    ['a bracket too many', '(A;;FR;;;BU))'],
    ['something between its entries', '(A;;FR;;;BU)x(A;;FR;;;BU)']
  ])('fault 104: with %s is not trusted', (_, entry) => {
    expect(weaknessesIn(`${head}${entry}`)).toEqual(['its access list cannot be read'])
    expect(weaknessesIn(`${head}${entry}(A;;FA;;;WD)`)).toEqual(['its access list cannot be read'])
  })

  it('that is none is not trusted', () => {
    for (const text of ['', 'O:BA', 'D:(A;;FA;;;BA)', 'O:BAG:SYD:(A;;FA;;;BA', 'nothing', 'O:BAG:SY'])
      expect([text, weaknessesIn(text)]).toEqual([text, ['its access list cannot be read']])
  })

  it('is never trusted with one more entry that lets somebody write', () => {
    const account = fc.constantFrom('WD', 'BU', 'AU', 'IU', 'S-1-1-0', 'S-1-5-21-7-8-9-1001')
    const mask = fc.constantFrom('FA', 'FW', 'GA', 'GW', 'WO', 'WD', 'SD', 'DC', '0x2', '0x1f01ff', 'FRFXDC')
    const flags = fc.constantFrom('', 'OI', 'OICI', 'ID', 'OICIID', 'NP')
    const others = fc.array(
      fc.constantFrom('(A;;FA;;;BA)', '(A;OICI;FR;;;BU)', '(D;;FA;;;WD)', '(A;OICIIO;FA;;;BU)')
    )
    fc.assert(
      fc.property(others, account, mask, flags, others, (before, who, what, how, after) => {
        const sddl = `O:BAG:SYD:AI${before.join('')}(A;${how};${what};;;${who})${after.join('')}`
        expect(weaknessesIn(sddl)).toEqual([`${who} can change it (${what})`])
      })
    )
  })
})
