import { standIn } from './define.ts'

/** CPSC Recall Retrieval Web Services Programmers Guide: `Recall` as JSON. */
const recall = (RecallID: number, RecallDate: string) => ({
  RecallID,
  RecallNumber: '23085',
  RecallDate,
  Description: 'This recall involves strollers.',
  URL: `https://www.cpsc.gov/Recalls/${RecallID}`,
  Title: 'Strollers Recalled Due to Fall Hazard',
  Products: [{ Name: 'Jogging strollers', NumberOfUnits: 'About 12,000' }],
  Hazards: [{ Name: 'The wheel can come off, posing a fall hazard.', HazardType: '' }],
  Remedies: [{ Name: 'Consumers should stop using the strollers.' }],
})

export default standIn({
  at: 'UPSTREAM_CPSC_RECALLS_URL',
  answer({ path, query }) {
    if (path !== '/RestWebServices/Recall') return undefined
    if (query.get('RecallTitle') !== 'stroller') return []
    return [recall(9600, '2022-12-01T00:00:00'), recall(9641, '2023-01-05T00:00:00')]
  },
})
