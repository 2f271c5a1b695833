import type { CDPSession, Page } from 'playwright-core'
import { Fault } from '../../base/core/fault.ts'
import { escapedMarkup } from '../../base/lib/escaped-markup.ts'
import type { Document, Products, Print, PageProduct, Printing } from './_browser-messages.ts'

export const VIEWPORT = { width: 1_280, height: 800 }
export const HTML_CHARACTERS_MAX = 10 * 1024 * 1024
const TITLE_CHARACTERS_MAX = 1_000
const HEIGHT_MAX = 16_384
const PICTURE_BYTES_MAX = 16 * 1024 * 1024
const PRINT_BYTES_MAX = 10 * 1024 * 1024
const MARGIN_MM = 10
/** Playwright's own formats are rounded up to a hundredth of an inch. */
const PAPERS = {
  A4: ['210mm', '297mm'],
  A5: ['148mm', '210mm'],
  A3: ['297mm', '420mm'],
  Letter: ['8.5in', '11in'],
  Legal: ['8.5in', '14in'],
} as const

/** What a visit makes from an open page. */
export async function outputOf(
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

async function printOf(page: Page, printing: Printing): Promise<Print> {
  const { paper, landscape, marginMm = MARGIN_MM, outline = false } = printing
  const edge = `${marginMm}mm`
  const margin = { top: edge, right: edge, bottom: edge, left: edge }
  const [width, height] = PAPERS[paper]
  const paged = { width, height, landscape, margin, ...linesOf(printing) }
  const bytes = await page.pdf({ ...paged, printBackground: true, outline, tagged: outline })
  if (bytes.length > PRINT_BYTES_MAX)
    throw new Fault('upstream_failed', 'The page makes a PDF of more than 10 MB.')
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pages = (await PDFDocument.load(bytes, { updateMetadata: false })).getPageCount()
  return { bytes, pages }
}

/** Lines above and below, which the browser lays out as pages of their own in the margin. */
function linesOf({ header = '', footer = '', pageNumbers = false }: Printing) {
  if (header === '' && footer === '' && !pageNumbers) return {}
  const numbers = '<span class="pageNumber"></span> / <span class="totalPages"></span>'
  return {
    displayHeaderFooter: true,
    headerTemplate: line(escapedMarkup(header)),
    footerTemplate: line(escapedMarkup(footer), pageNumbers ? numbers : ''),
  }
}

const line = (left: string, right = ''): string =>
  '<div style="display: flex; justify-content: space-between; gap: 8mm; width: 100%; ' +
  `margin: 0 10mm; font: 8px sans-serif"><span>${left}</span><span>${right}</span></div>`

export const tooLong = (host: string): Fault =>
  new Fault('upstream_failed', `The page of ${host} is longer than 10 MB.`)
