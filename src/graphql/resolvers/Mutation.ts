import { abortRun } from '../../app/abortRun.ts'
import { amendMessage } from '../../app/amendMessage.ts'
import { answerRun } from '../../app/answerRun.ts'
import { claimRun } from '../../app/claimRun.ts'
import { completeRun } from '../../app/completeRun.ts'
import { correctEntity } from '../../app/correctEntity.ts'
import { createConversation } from '../../app/createConversation.ts'
import { defineEntityType } from '../../app/defineEntityType.ts'
import { deleteConversation } from '../../app/deleteConversation.ts'
import { deleteEntity } from '../../app/deleteEntity.ts'
import { deleteMessage } from '../../app/deleteMessage.ts'
import { forkConversation } from '../../app/forkConversation.ts'
import { importTranscript } from '../../app/importTranscript.ts'
import { mergeEntities } from '../../app/mergeEntities.ts'
import { probeConversation } from '../../app/probing/probeConversation.ts'
import { promoteProbe } from '../../app/probing/promoteProbe.ts'
import { relate } from '../../app/relate.ts'
import { restoreConversation } from '../../app/restoreConversation.ts'
import { restoreEntity } from '../../app/restoreEntity.ts'
import { restoreMessage } from '../../app/restoreMessage.ts'
import { restoreRelationship } from '../../app/restoreRelationship.ts'
import { rewindConversation } from '../../app/rewindConversation.ts'
import { splitEntity } from '../../app/splitEntity.ts'
import { storeEntity } from '../../app/storeEntity.ts'
import { storeTurn } from '../../app/storeTurn.ts'
import { storeTurns } from '../../app/storeTurns.ts'
import { suspendRun } from '../../app/suspendRun.ts'
import { switchHead } from '../../app/switchHead.ts'
import { undo } from '../../app/undo.ts'
import { unrelate } from '../../app/unrelate.ts'
import { updateConversation } from '../../app/updateConversation.ts'
import type { MutationResolvers } from '../generated.ts'
import { importOf, storeTurnOf, storeTurnsOf } from '../inputs.ts'
import { attempt, outcome } from '../outcome.ts'

export const Mutation: MutationResolvers = {
  createConversation: (_, { input }, context) => outcome(context, (act) => createConversation(act, input)),
  updateConversation: (_, { input }, context) => outcome(context, (act) => updateConversation(act, input)),
  deleteConversation: (_, { input }, context) => outcome(context, (act) => deleteConversation(act, input)),
  restoreConversation: (_, { input }, context) => outcome(context, (act) => restoreConversation(act, input)),
  storeTurn: (_, { input }, context) => outcome(context, (act) => storeTurn(act, storeTurnOf(input))),
  storeTurns: (_, { input }, context) => outcome(context, (act) => storeTurns(act, storeTurnsOf(input))),
  amendMessage: (_, { input }, context) => outcome(context, (act) => amendMessage(act, input)),
  deleteMessage: (_, { input }, context) => outcome(context, (act) => deleteMessage(act, input)),
  restoreMessage: (_, { input }, context) => outcome(context, (act) => restoreMessage(act, input)),
  forkConversation: (_, { input }, context) => outcome(context, (act) => forkConversation(act, input)),
  // A probe writes nothing, so it ends with its client.
  probeConversation: (_, { input }, { act, probing }) => attempt(act, () => probeConversation(act, probing, input)),
  promoteProbe: (_, { input }, context) => outcome(context, (act) => promoteProbe(act, context.probing, input)),
  rewindConversation: (_, { input }, context) => outcome(context, (act) => rewindConversation(act, input)),
  switchHead: (_, { input }, context) => outcome(context, (act) => switchHead(act, input)),
  undo: (_, { input }, context) => outcome(context, (act) => undo(act, input)),
  claimRun: (_, { input }, context) => outcome(context, (act) => claimRun(act, input)),
  completeRun: (_, { input }, context) => outcome(context, (act) => completeRun(act, input)),
  abortRun: (_, { input }, context) => outcome(context, (act) => abortRun(act, input)),
  suspendRun: (_, { input }, context) => outcome(context, (act) => suspendRun(act, input)),
  answerRun: (_, { input }, context) => outcome(context, (act) => answerRun(act, input)),
  storeEntity: (_, { input }, context) => outcome(context, (act) => storeEntity(act, input)),
  correctEntity: (_, { input }, context) => outcome(context, (act) => correctEntity(act, input)),
  deleteEntity: (_, { input }, context) => outcome(context, (act) => deleteEntity(act, input)),
  restoreEntity: (_, { input }, context) => outcome(context, (act) => restoreEntity(act, input)),
  defineEntityType: (_, { input }, context) => outcome(context, (act) => defineEntityType(act, input)),
  mergeEntities: (_, { input }, context) => outcome(context, (act) => mergeEntities(act, input)),
  splitEntity: (_, { input }, context) => outcome(context, (act) => splitEntity(act, input)),
  relate: (_, { input }, context) => outcome(context, (act) => relate(act, input)),
  unrelate: (_, { input }, context) => outcome(context, (act) => unrelate(act, input)),
  restoreRelationship: (_, { input }, context) => outcome(context, (act) => restoreRelationship(act, input)),
  importTranscript: (_, { input }, context) => outcome(context, (act) => importTranscript(act, importOf(input))),
}
