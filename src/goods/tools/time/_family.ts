import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Time',
  description: 'Instants, zones, durations, recurrences and schedules.',
})
