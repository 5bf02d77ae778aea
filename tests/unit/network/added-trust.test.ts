import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isVouchedFor } from '../../../electron/network/authorities'
import {
  makeCertificate,
  makeExpired,
  makeExpiredAuthority,
  makeForOtherHost,
  makeSelfSigned
} from '../../support/certificates'

const host = 'localhost'

describe('a server of updates whose authority the computer does not know', () => {
  it('is trusted where that authority was added, by name or by address', async () => {
    const { cert, ca } = await makeCertificate()
    const other = await makeCertificate()
    expect(isVouchedFor({ data: cert }, host, [other.ca, ca])).toBe(true)
    expect(isVouchedFor({ data: cert, issuerCert: { data: ca } }, '127.0.0.1', [ca])).toBe(true)
  })

  it('is not trusted by any other authority, nor by what it sends itself', async () => {
    const { cert, ca } = await makeCertificate()
    const other = await makeCertificate()
    expect(isVouchedFor({ data: cert, issuerCert: { data: ca } }, host, [])).toBe(false)
    expect(isVouchedFor({ data: cert, issuerCert: { data: ca } }, host, [other.ca])).toBe(false)
    // A chain that is not one: what stands above has not issued what stands below.
    expect(isVouchedFor({ data: cert, issuerCert: { data: other.cert } }, host, [other.ca])).toBe(false)
  })

  it('is not trusted for another host, or outside of its time', async () => {
    const [foreign, expired, good] = await Promise.all([makeForOtherHost(), makeExpired(), makeCertificate()])
    expect(isVouchedFor({ data: foreign.cert }, host, [foreign.ca])).toBe(false)
    expect(isVouchedFor({ data: expired.cert }, host, [expired.ca])).toBe(false)
    const { validFromDate } = new X509Certificate(good.cert)
    expect(isVouchedFor({ data: good.cert }, host, [good.ca], validFromDate.getTime() - 1)).toBe(false)
  })

  it('is not trusted by an authority whose time is over, or that is none', async () => {
    const [own, late] = await Promise.all([makeSelfSigned(), makeExpiredAuthority()])
    expect(isVouchedFor({ data: own.cert }, host, [own.cert])).toBe(false)
    expect(isVouchedFor({ data: own.cert }, host, [late])).toBe(false)
  })

  it('is not trusted where something cannot be read', async () => {
    const { cert, ca } = await makeCertificate()
    expect(isVouchedFor({ data: 'no certificate' }, host, [ca])).toBe(false)
    expect(isVouchedFor({ data: cert }, host, ['no certificate'])).toBe(false)
  })
})
