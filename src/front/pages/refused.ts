import { html } from './html.ts'
import type { Page } from './page.ts'

export interface Refused {
  readonly status: number
  readonly why: string
  /** The path of the page with the form. */
  readonly back: string
}

/** Tells the person who sent a form why it was refused. */
export const refusedPage = ({ status, why, back }: Refused): Page => ({
  title: 'That did not work',
  description: 'The form was not taken.',
  path: back,
  isPrivate: true,
  body: html`<div class="title">
      <h1>That did not work</h1>
      <p class="lead">${status < 500 ? 'Nothing was ordered, and nothing was charged.' : SERVER}</p>
    </div>
    <p class="note bad">${why}</p>
    <p><a href="${back}">Back to the form</a></p>`,
})

const SERVER = 'This is not your fault. Nothing was charged; try it again in a moment.'
