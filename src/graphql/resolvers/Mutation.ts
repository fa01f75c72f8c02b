import { abortRun } from '../../app/runs/abortRun.ts'
import { askModel } from '../../app/answers/askModel.ts'
import { stopAnswer } from '../../app/answers/stopAnswer.ts'
import { amendMessage } from '../../app/turns/amendMessage.ts'
import { annotate } from '../../app/annotations/annotate.ts'
import { answerRun } from '../../app/runs/answerRun.ts'
import { claimRun } from '../../app/runs/claimRun.ts'
import { completeRun } from '../../app/runs/completeRun.ts'
import { correctEntity } from '../../app/entities/correctEntity.ts'
import { createConversation } from '../../app/conversations/createConversation.ts'
import { defineEntityType } from '../../app/entities/defineEntityType.ts'
import { deleteConversation } from '../../app/conversations/deleteConversation.ts'
import { deleteEntity } from '../../app/entities/deleteEntity.ts'
import { deleteRecords } from '../../app/stateRecords/deleteRecords.ts'
import { putRecords } from '../../app/stateRecords/putRecords.ts'
import { deleteMessage } from '../../app/turns/deleteMessage.ts'
import { erase } from '../../app/erasures/erase.ts'
import { forkConversation } from '../../app/forks/forkConversation.ts'
import { importLocal } from '../../app/imports/local/localImports.ts'
import { importTranscript } from '../../app/imports/job/importTranscript.ts'
import { checkpoint } from '../../app/heads/checkpoint.ts'
import { cancelMarker } from '../../app/markers/cancelMarker.ts'
import { compact } from '../../app/markers/compact.ts'
import { dropSpan } from '../../app/markers/dropSpan.ts'
import { materialize } from '../../app/markers/materialize.ts'
import { mergeConversations } from '../../app/merges/mergeConversations.ts'
import { mergeEntities } from '../../app/entities/mergeEntities.ts'
import { probeConversation } from '../../app/probes/probeConversation.ts'
import { promoteProbe } from '../../app/probes/promoteProbe.ts'
import { relate } from '../../app/relationships/relate.ts'
import { repair } from '../../app/repairs/repair.ts'
import { resumeConversation } from '../../app/resume/resumeConversation.ts'
import { restoreConversation } from '../../app/conversations/restoreConversation.ts'
import { restoreEntity } from '../../app/entities/restoreEntity.ts'
import { restoreMessage } from '../../app/turns/restoreMessage.ts'
import { restoreRelationship } from '../../app/relationships/restoreRelationship.ts'
import { rewindConversation } from '../../app/heads/rewindConversation.ts'
import { setPrices } from '../../app/prices/setPrices.ts'
import { splitEntity } from '../../app/entities/splitEntity.ts'
import { storeEntity } from '../../app/entities/storeEntity.ts'
import { storeTurn, storeTurns } from '../../app/turns/storeTurns.ts'
import { suspendRun } from '../../app/runs/suspendRun.ts'
import { switchHead } from '../../app/heads/switchHead.ts'
import { undo } from '../../app/heads/undo.ts'
import { unrelate } from '../../app/relationships/unrelate.ts'
import { updateConversation } from '../../app/conversations/updateConversation.ts'
import type { MutationResolvers } from '../generated.ts'
import { askModelOf, importOf, mergeOf, storeTurnOf, storeTurnsOf } from '../inputs.ts'
import { untilGone } from '../answer/interruptions.ts'
import { attempt, outcome } from '../answer/payload.ts'

export const Mutation: MutationResolvers = {
  createConversation: (_, { input }, context) => outcome(context, (scope) => createConversation(scope, input)),
  erase: (_, { input }, context) => outcome(context, (scope) => erase(scope, input)),
  updateConversation: (_, { input }, context) => outcome(context, (scope) => updateConversation(scope, input)),
  deleteConversation: (_, { input }, context) => outcome(context, (scope) => deleteConversation(scope, input)),
  restoreConversation: (_, { input }, context) => outcome(context, (scope) => restoreConversation(scope, input)),
  storeTurn: (_, { input }, context) => outcome(context, (scope) => storeTurn(scope, storeTurnOf(input))),
  storeTurns: (_, { input }, context) => outcome(context, (scope) => storeTurns(scope, storeTurnsOf(input))),
  amendMessage: (_, { input }, context) => outcome(context, (scope) => amendMessage(scope, input)),
  putRecords: (_, { input }, context) => outcome(context, (scope) => putRecords(scope, input)),
  deleteRecords: (_, { input }, context) => outcome(context, (scope) => deleteRecords(scope, input)),
  annotate: (_, { input }, context) => outcome(context, (scope) => annotate(scope, input)),
  deleteMessage: (_, { input }, context) => outcome(context, (scope) => deleteMessage(scope, input)),
  restoreMessage: (_, { input }, context) => outcome(context, (scope) => restoreMessage(scope, input)),
  resumeConversation: (_, { input }, context) => outcome(context, (scope) => resumeConversation(scope, input)),
  forkConversation: (_, { input }, context) => outcome(context, (scope) => forkConversation(scope, input)),
  // A probe writes nothing, so it ends with its client.
  probeConversation: (_, { input }, { scope, probing }) =>
    attempt(scope, () => probeConversation(scope, probing, input)),
  promoteProbe: (_, { input }, context) => outcome(context, (scope) => promoteProbe(scope, context.probing, input)),
  askModel: (_, { input }, context) =>
    outcome(context, (scope) =>
      askModel(scope, { ...context.probing, onRevoked: context.onRevoked }, askModelOf(input)),
    ),
  stopAnswer: (_, { input }, context) => outcome(context, (scope) => stopAnswer(scope, context.probing, input)),
  rewindConversation: (_, { input }, context) => outcome(context, (scope) => rewindConversation(scope, input)),
  switchHead: (_, { input }, context) => outcome(context, (scope) => switchHead(scope, input)),
  compact: (_, { input }, context) => outcome(context, (scope) => compact(scope, input)),
  dropSpan: (_, { input }, context) => outcome(context, (scope) => dropSpan(scope, input)),
  cancelMarker: (_, { input }, context) => outcome(context, (scope) => cancelMarker(scope, input)),
  materialize: (_, { input }, context) => outcome(context, (scope) => materialize(scope, input)),
  checkpoint: (_, { input }, context) => outcome(context, (scope) => checkpoint(scope, input)),
  mergeConversations: (_, { input }, context) =>
    outcome(context, (scope) =>
      mergeConversations(scope, context.gates, mergeOf(input), untilGone(context.scope.signal)),
    ),
  repair: (_, { input }, context) => outcome(context, (scope) => repair(scope, input)),
  undo: (_, { input }, context) => outcome(context, (scope) => undo(scope, input)),
  claimRun: (_, { input }, context) => outcome(context, (scope) => claimRun(scope, input)),
  completeRun: (_, { input }, context) => outcome(context, (scope) => completeRun(scope, input)),
  abortRun: (_, { input }, context) => outcome(context, (scope) => abortRun(scope, input)),
  suspendRun: (_, { input }, context) => outcome(context, (scope) => suspendRun(scope, input)),
  answerRun: (_, { input }, context) => outcome(context, (scope) => answerRun(scope, input)),
  storeEntity: (_, { input }, context) => outcome(context, (scope) => storeEntity(scope, input)),
  correctEntity: (_, { input }, context) => outcome(context, (scope) => correctEntity(scope, input)),
  deleteEntity: (_, { input }, context) => outcome(context, (scope) => deleteEntity(scope, input)),
  restoreEntity: (_, { input }, context) => outcome(context, (scope) => restoreEntity(scope, input)),
  defineEntityType: (_, { input }, context) => outcome(context, (scope) => defineEntityType(scope, input)),
  importLocal: (_, { input }, context) => outcome(context, (scope) => importLocal(scope, input)),
  setPrices: (_, { input }, context) => outcome(context, (scope) => setPrices(scope, input)),
  mergeEntities: (_, { input }, context) => outcome(context, (scope) => mergeEntities(scope, input)),
  splitEntity: (_, { input }, context) => outcome(context, (scope) => splitEntity(scope, input)),
  relate: (_, { input }, context) => outcome(context, (scope) => relate(scope, input)),
  unrelate: (_, { input }, context) => outcome(context, (scope) => unrelate(scope, input)),
  restoreRelationship: (_, { input }, context) => outcome(context, (scope) => restoreRelationship(scope, input)),
  importTranscript: (_, { input }, context) => outcome(context, (scope) => importTranscript(scope, importOf(input))),
}
