export { TurngraphSaver, type SaverConnection, type SaverOptions } from './saver.ts'
export { TurngraphMessageHistory } from './history.ts'
export { TurngraphError } from '../../client/turngraphError.ts'
