import { html } from './html.ts'
import type { Page } from './page.ts'

/** A slow call: its progress, then its answer. Its link is its only key. */
export const jobPage = (id: string): Page => ({
  title: 'Job',
  description: 'A call that takes its time.',
  path: `/jobs/${id}`,
  isPrivate: true,
  scripts: ['job'],
  body: html`<div class="title">
      <h1>Job</h1>
      <p class="lead">You can leave this page and come back: the answer is kept for an hour.</p>
    </div>
    <section id="job" class="stack" data-job="${id}">
      <noscript
        ><p class="note">
          Without a script, the state of the job is at
          <a href="/api/jobs/${id}">/api/jobs/${id}</a>.
        </p></noscript
      >
    </section>`,
})
