import type { FaultCode } from '../core/fault.ts'

/** What the house and the thread of its browser say to each other. */

export type Paper = 'A4' | 'Letter' | 'Legal' | 'A3'

/** What is opened: an address, or a document that somebody wrote. */
export type Subject = { readonly url: string } | { readonly html: string }

/** What is made of it. */
export type PageProduct =
  | { readonly kind: 'document' }
  | { readonly kind: 'picture'; readonly fullPage: boolean }
  | { readonly kind: 'print'; readonly paper: Paper; readonly landscape: boolean }

export interface Document {
  readonly url: string
  readonly title: string
  /** As it stands after its scripts have run. */
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
  /** How long the visit may last, of which a page that is there is given a share. */
  readonly visitMs: number
  /** What the proxy knows this visit by. */
  readonly password: string
}

export type ThreadCommand =
  | { readonly kind: 'visit'; readonly order: VisitOrder }
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'close' }

/** Errors lose their class on the way between threads, so faults travel as data. */
export interface Failure {
  readonly code: FaultCode
  readonly message: string
  /** What the browser said, for the operator. */
  readonly cause?: string
  /** Where the page was to be had, if it was not to be had at all: the proxy may know why. */
  readonly host?: string
}

/** How a visit went. */
export type VisitEnd =
  | { readonly kind: 'made'; readonly id: number; readonly made: Products[keyof Products] }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }

export type ThreadMessage =
  | VisitEnd
  | { readonly kind: 'ready' }
  | { readonly kind: 'unready'; readonly code: FaultCode; readonly message: string }

/** What a thread is started with. */
export interface ThreadSetup {
  readonly entry: string
  /** Where Chromium is unpacked to, for this process and those that come after. */
  readonly cache: string
  /** What goes with this browser when it goes. */
  readonly scratch: string
  readonly chromiumPath: string | null
  readonly proxy: string
  readonly userAgent: string
  /** Hash of a key that signs for hosts besides those that the world trusts, for tests. */
  readonly trustedKey: string | null
}
