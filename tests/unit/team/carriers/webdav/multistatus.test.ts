import { describe, expect, it } from 'vitest'
import { readMultistatus } from '../../../../../electron/team/carriers/webdav/multistatus'

const device = '0123456789abcdef'.repeat(2)

const read = (text: string) => readMultistatus(new TextEncoder().encode(text))
const response = (href: string, prop = ''): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${prop}</d:prop></d:propstat></d:response>`
const answer = (...responses: string[]): string =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">${responses.join('')}</d:multistatus>`

describe('What a file server says is in a folder', () => {
  it('is read as Nextcloud writes it', () => {
    const folder = '/remote.php/dav/files/ada%40example.com/Caf%c3%a9%20team/team'
    const members = read(
      `<?xml version="1.0"?>
<d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"><d:response><d:href>${folder}/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response><d:response><d:href>${folder}/${device}/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`
    )
    const path = '/remote.php/dav/files/ada@example.com/Café team/team'
    expect(members).toEqual([
      { path, isFolder: true },
      { path: `${path}/${device}`, isFolder: true }
    ])
  })

  it('is read as Apache writes it, with a prefix for each namespace', () => {
    const members = read(
      `<?xml version="1.0" encoding="utf-8"?>
<D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
<D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
<D:href>/files/team/${device}/1.vseg</D:href>
<D:propstat>
<D:prop>
<lp1:resourcetype/>
</D:prop>
<D:status>HTTP/1.1 200 OK</D:status>
</D:propstat>
</D:response>
</D:multistatus>`
    )
    expect(members).toEqual([{ path: `/files/team/${device}/1.vseg`, isFolder: false }])
  })

  it('is read with whole addresses, of whatever host', () => {
    expect(read(answer(response('http://internal:8080/dav/team/1.vseg')))).toEqual([
      { path: '/dav/team/1.vseg', isFolder: false }
    ])
  })

  it('has no way out of the folder: dots are followed, in whatever spelling', () => {
    const paths = [
      '/team/../../etc/passwd',
      '/team/%2e%2e/%2E%2e/x',
      '../x',
      'javascript:alert(1)',
      '/%ff'
    ].map((href) => read(answer(response(href)))[0]?.path ?? null)
    expect(paths).toEqual(['/etc/passwd', '/x', '/x', null, null])
  })

  it('reads the entities of XML, and no others', () => {
    expect(read(answer(response('/team/a&amp;b&#x2f;c')))[0]?.path).toBe('/team/a&b/c')
    expect(() => read(answer(response('/team/&other;')))).toThrow('is no XML')
  })

  it('refuses a document type, which could define entities without end', () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "&l${at};&l${at};">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>${answer(response('/&l9;')).slice(21)}`
    expect(() => read(bomb)).toThrow('has a document type')
    const file = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${answer(response('/&f;')).slice(21)}`
    expect(() => read(file)).toThrow('has a document type')
  })

  it.each([
    ['', 'is no XML'],
    ['not at all', 'is no XML'],
    ['<html><body>Please log in</body></html>', 'is of another kind'],
    ['<multistatus/>', 'is of another kind'],
    ['<d:multistatus xmlns:d="DAV:"><d:response>', 'is no XML'],
    ['<d:multistatus xmlns:d="DAV:"></d:other>', 'is no XML'],
    [answer(response('x'.repeat(8193))), 'has a name that is too long'],
    [answer('<a>'.repeat(100)), 'is nested too deeply']
  ])('is refused where it is none: %#', (text, message) => expect(() => read(text)).toThrow(message))

  it('is refused in another encoding', () => {
    expect(() => readMultistatus(new Uint8Array([0xff, 0xfe, 0x3c, 0]))).toThrow('is not in UTF-8')
  })

  it('takes no name from elsewhere in the answer', () => {
    const elsewhere = `<d:responsedescription><d:href>/team/1.vseg</d:href></d:responsedescription>`
    const foreign = `<x:response xmlns:x="urn:x"><x:href>/team/2.vseg</x:href></x:response>`
    expect(read(answer(elsewhere, foreign))).toEqual([])
  })
})
