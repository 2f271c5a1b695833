import type { CDPSession, Page } from 'playwright-core'
import { Fault } from '../core/fault.ts'
import type { Document, Products, Print, PageProduct } from './_browser-messages.ts'

export const VIEWPORT = { width: 1_280, height: 800 }
export const HTML_CHARACTERS_MAX = 10 * 1024 * 1024
const TITLE_CHARACTERS_MAX = 1_000
const HEIGHT_MAX = 16_384
const PICTURE_BYTES_MAX = 16 * 1024 * 1024
const PRINT_BYTES_MAX = 10 * 1024 * 1024
const MARGIN = '10mm'
/** Playwright's own formats are rounded up to a hundredth of an inch. */
const PAPERS = {
  A4: ['210mm', '297mm'],
  A3: ['297mm', '420mm'],
  Letter: ['8.5in', '11in'],
  Legal: ['8.5in', '14in'],
} as const

/** What a visit makes from an open page. */
export async function made(
  page: Page,
  session: CDPSession,
  wanted: PageProduct,
): Promise<Products[keyof Products]> {
  switch (wanted.kind) {
    case 'document':
      return documentOf(session)
    case 'picture':
      return pictureOf(page, session, wanted.fullPage)
    case 'print':
      return printOf(page, wanted)
  }
}

/** Runs in an isolated world, where the scripts of the page cannot redefine anything. */
const READ = `(() => {
  const html = document.documentElement?.outerHTML ?? ''
  if (html.length > ${HTML_CHARACTERS_MAX}) return null
  return { html, title: document.title.slice(0, ${TITLE_CHARACTERS_MAX}), url: location.href }
})()`

async function documentOf(session: CDPSession): Promise<Document> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'reader',
  })
  const { result } = await session.send('Runtime.evaluate', {
    expression: READ,
    contextId: executionContextId,
    returnByValue: true,
  })
  const document = result.value as Document | null | undefined
  if (document) return document
  throw tooLong(new URL(frameTree.frame.url).host)
}

async function pictureOf(page: Page, session: CDPSession, fullPage: boolean): Promise<Uint8Array> {
  const { width } = VIEWPORT
  let height: number = VIEWPORT.height
  if (fullPage) {
    const { cssContentSize } = await session.send('Page.getLayoutMetrics')
    height = Math.min(HEIGHT_MAX, Math.max(1, Math.ceil(cssContentSize.height)))
  }
  for (;;) {
    const clip = { x: 0, y: 0, width, height }
    const bytes = await page.screenshot({ clip, fullPage, animations: 'disabled', timeout: 0 })
    if (bytes.length <= PICTURE_BYTES_MAX) return bytes
    height = Math.floor((height * PICTURE_BYTES_MAX * 0.9) / bytes.length)
  }
}

type Printing = Extract<PageProduct, { readonly kind: 'print' }>

async function printOf(page: Page, { paper, landscape }: Printing): Promise<Print> {
  const margin = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN }
  const [width, height] = PAPERS[paper]
  const bytes = await page.pdf({ width, height, landscape, margin, printBackground: true })
  if (bytes.length > PRINT_BYTES_MAX)
    throw new Fault('upstream_failed', 'The page makes a PDF of more than 10 MB.')
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pages = (await PDFDocument.load(bytes, { updateMetadata: false })).getPageCount()
  return { bytes, pages }
}

export const tooLong = (host: string): Fault =>
  new Fault('upstream_failed', `The page of ${host} is longer than 10 MB.`)
