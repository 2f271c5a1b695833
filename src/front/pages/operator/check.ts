import { note } from '../components.ts'
import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { framed } from './frame.ts'

type Level = 'ok' | 'warn' | 'WRONG'

/** Those checks of `npm run doctor` that a running instance can make of itself. */
export const checkPage = (verdicts: readonly (readonly [level: Level, sentence: string])[]): Page =>
  framed(
    'Check',
    '/operator/check',
    html`<p>
        ${verdicts.filter(([level]) => level === 'WRONG').length} wrong,
        ${verdicts.filter(([level]) => level === 'warn').length} to look at.
        <code>npm run doctor</code> also makes a paid call from outside.
      </p>
      <div class="alerts">
        ${verdicts.map(([level, sentence]) => note(level === 'WRONG' ? 'bad' : level, sentence))}
      </div>`,
  )
