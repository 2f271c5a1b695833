import type { FaultCode } from '../../base/core/fault.ts'

/** The messages between this process and the thread of a browser. */

export type Paper = 'A4' | 'A5' | 'Letter' | 'Legal' | 'A3'

/** What to open: an address, or an HTML document of the caller. */
export type Subject =
  | { readonly url: string }
  /** Offline: nothing that it names is loaded, except what `data:` holds. */
  | { readonly html: string; readonly offline?: true }

export interface Printing {
  readonly paper: Paper
  readonly landscape: boolean
  /** White edge; 10 without it. */
  readonly marginMm?: number
  /** One line of text above each page. */
  readonly header?: string | undefined
  /** One line of text below each page. */
  readonly footer?: string | undefined
  /** `1 / 3` at the foot of each page. */
  readonly pageNumbers?: boolean
  /** Headings become the outline of the PDF. */
  readonly outline?: boolean
}

/** What to make of it. */
export type PageProduct =
  | { readonly kind: 'document' }
  | { readonly kind: 'picture'; readonly fullPage: boolean }
  | ({ readonly kind: 'print' } & Printing)

export interface Document {
  readonly url: string
  readonly title: string
  /** The document after its scripts have run. */
  readonly html: string
}

export interface Print {
  readonly bytes: Uint8Array
  readonly pages: number
}

export interface Products {
  readonly document: Document
  /** PNG. */
  readonly picture: Uint8Array
  readonly print: Print
}

export interface VisitOrder {
  readonly id: number
  readonly subject: Subject
  readonly wanted: PageProduct
  /** Time for the visit. A page that has opened gets a share of it. */
  readonly visitMs: number
  /** Password of the visit at the proxy. */
  readonly password: string
}

export type ThreadCommand =
  | { readonly kind: 'visit'; readonly order: VisitOrder }
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'close' }

/** Errors lose their class between threads, so faults are sent as data. */
export interface Failure {
  readonly code: FaultCode
  readonly message: string
  /** The error text of the browser, for the operator. */
  readonly cause?: string
  /** The host that could not be reached, if any: the proxy may know why. */
  readonly host?: string
}

/** The result of a visit. */
export type VisitEnd =
  | { readonly kind: 'made'; readonly id: number; readonly made: Products[keyof Products] }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }

export type ThreadMessage =
  | VisitEnd
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly code: FaultCode; readonly message: string }

/** The data that a thread is started with. */
export interface ThreadSetup {
  readonly entry: string
  /** Folder to unpack Chromium into; later processes use it again. */
  readonly cache: string
  /** Folder that is deleted with this browser. */
  readonly scratch: string
  readonly chromiumPath: string | null
  readonly proxy: string
  readonly userAgent: string
  /** Hash of a key whose certificates are also trusted, for tests. */
  readonly trustedKey: string | null
}
