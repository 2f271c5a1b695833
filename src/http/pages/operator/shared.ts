import type { CallReply, CallRequest } from '../../../core/call.ts'
import type { Page } from '../../../pages/page.ts'
import type { Endpoint } from '../../endpoint.ts'

/** What the pages of the desk have in common. */
export interface Desk {
  /** For those who are signed in: others are led to the form, or find nothing. */
  inside(handle: (request: CallRequest) => Promise<CallReply>): Endpoint['handle']
  shown(page: Page, status?: number): Promise<CallReply>
  formOf(request: CallRequest): Promise<Readonly<Record<string, string>>>
  to(path: string): CallReply
}
