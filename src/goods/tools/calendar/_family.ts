import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Calendar and date math',
  description: 'Working days, holidays, calendars, and the sun and moon.',
  formerly: 'date-time',
})
