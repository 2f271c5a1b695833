import type { RequestListener } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'

/** A small firm with what pages are inspected for: contacts, icons, structured data. */

const HOME = `<!doctype html><html lang="de-DE"><head><title>Workshop</title>
<link rel="icon" href="/favicon-32.png" sizes="32x32"><link rel="apple-touch-icon" href="/touch.png">
<meta property="og:title" content="The workshop"><meta property="og:type" content="website">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Workshop",
"address":{"@type":"PostalAddress","streetAddress":"Torstr. 1","postalCode":"10119","addressLocality":"Berlin","addressCountry":"DE"}}</script>
</head><body><h1>Workshop</h1>
<p itemscope itemtype="https://schema.org/Product"><span itemprop="name">Chair</span></p>
<a href="/kontakt">Kontakt</a> <a href="/about">About us</a>
<a href="https://github.com/workshop-example" rel="me">GitHub</a> <a href="https://x.com/workshop">On X</a>
</body></html>`

const CONTACT = `<!doctype html><html lang="de"><title>Kontakt</title><body>
<a href="mailto:Hello@workshop.example?subject=Hi">Mail</a> <p>Telefon: 030 901820</p></body></html>`

const ABOUT = `<!doctype html><html><title>About</title><p>Press: press [at] workshop [dot] example</p>
<a href="https://x.com/workshop">X</a></html>`

const FILES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/': ['text/html; charset=utf-8', HOME],
  '/kontakt': ['text/html; charset=utf-8', CONTACT],
  '/about': ['text/html; charset=utf-8', ABOUT],
  '/favicon-32.png': ['image/png', png(32)],
  '/touch.png': ['image/png', png(180)],
}

export const workshop: RequestListener = (request, response) => {
  const [type, body] = FILES[new URL(request.url ?? '/', 'http://here').pathname] ?? []
  response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain' })
  response.end(body ?? 'not found')
}

/** A black square. */
export function png(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])))
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(name), data, tail])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.writeUInt8(8, 8)
  const rows = deflateSync(Buffer.alloc(side * (side + 1)))
  const mark = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([mark, ...parts])
}

/** What `example.com` shows beside its other pages. */
export const INSPECTED_PAGES = {
  '/favicon.ico': {
    headers: { 'content-type': 'image/svg+xml' },
    body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M0 0h16v16H0z"/></svg>',
  },
} as const
