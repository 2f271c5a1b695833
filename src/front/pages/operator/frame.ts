import { formatUsd, usdOf } from '../../../base/core/money.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'

/** The pages of the dashboard, without its first page. */
export const DESK_PAGES = [
  ['/operator/tools', 'Switch tools off, or set prices'],
  ['/operator/money', 'Money under way, and the purse'],
  ['/operator/calls', 'One call'],
  ['/operator/sources', 'Sources'],
  ['/operator/check', 'Check'],
] as const

export const number = (label: string) => ({ label, isNumber: true })
export const dollars = (micros: number): string => formatUsd(usdOf(micros))
export const time = (at: number): string => new Date(at).toISOString()

export const callLink = (callId: string): Html =>
  html`<a href="/operator/calls?id=${encodeURIComponent(callId)}"><code>${callId}</code></a>`

/** A page of the dashboard: the navigation around its body. */
export const framed = (title: string, path: `/${string}`, body: Html): Page => ({
  title: `${title} at the dashboard`,
  description: 'For the operator of this instance.',
  path,
  isPrivate: true,
  body: html`<div class="title">
      <h1>${title}</h1>
      <p class="fine"><a href="/operator">Dashboard</a></p>
    </div>
    ${body}`,
})
