from .given import AnyCase


class Role(str, AnyCase):
    USER = "USER"
    ASSISTANT = "ASSISTANT"
    SYSTEM = "SYSTEM"
    TOOL = "TOOL"


class ObservationKind(str, AnyCase):
    TURN = "TURN"
    RESTATEMENT = "RESTATEMENT"
    RESTORATION = "RESTORATION"
    DELETION = "DELETION"
    CORRECTION = "CORRECTION"
    COMPACTION = "COMPACTION"
    DROP = "DROP"
    CANCEL = "CANCEL"
    JOIN = "JOIN"
    NOTE = "NOTE"
    FACT = "FACT"


class RelationshipType(str, AnyCase):
    PART_OF = "PART_OF"
    REFERS_TO = "REFERS_TO"
    EMBEDS = "EMBEDS"
    SUPERSEDES = "SUPERSEDES"
    CORRECTS = "CORRECTS"
    SETTLES = "SETTLES"
    DUPLICATE_OF = "DUPLICATE_OF"
    DEPENDS_ON = "DEPENDS_ON"


class Direction(str, AnyCase):
    INBOUND = "INBOUND"
    OUTBOUND = "OUTBOUND"
    BOTH = "BOTH"


class TranscriptView(str, AnyCase):
    RAW = "RAW"
    MESSAGES = "MESSAGES"
    CONTEXT = "CONTEXT"


class TranscriptValues(str, AnyCase):
    AS_STORED = "AS_STORED"
    CURRENT = "CURRENT"


class ForkBoundary(str, AnyCase):
    MESSAGE = "MESSAGE"
    ANSWER = "ANSWER"
    RUN = "RUN"


class OnConflict(str, AnyCase):
    REJECT = "REJECT"
    FORK = "FORK"
    REBASE = "REBASE"


class OriginKind(str, AnyCase):
    HOST = "HOST"
    IMPORT = "IMPORT"
    EXPERIMENT = "EXPERIMENT"


class Descend(str, AnyCase):
    NONE = "NONE"
    NEWEST = "NEWEST"


class UsageOf(str, AnyCase):
    PATH = "PATH"
    OWN = "OWN"
    TREE = "TREE"


class UsageDimension(str, AnyCase):
    MODEL = "MODEL"
    ROLE = "ROLE"
    DAY = "DAY"
    WEEK = "WEEK"
    CONVERSATION = "CONVERSATION"
    TOOL = "TOOL"
    FORK_DEPTH = "FORK_DEPTH"
    CWD = "CWD"


class ConversationMeasure(str, AnyCase):
    TURNS = "TURNS"
    BRANCHES = "BRANCHES"
    FORKS = "FORKS"
    FAILURES = "FAILURES"
    TOKENS = "TOKENS"
    COST = "COST"


class ShapeOf(str, AnyCase):
    CANONICAL = "CANONICAL"
    SOURCE = "SOURCE"


class TreeFormat(str, AnyCase):
    TEXT = "TEXT"
    MERMAID = "MERMAID"
    DOT = "DOT"


class ErrorCode(str, AnyCase):
    NOT_FOUND = "NOT_FOUND"
    BAD_INPUT = "BAD_INPUT"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    IDEMPOTENCY_MISMATCH = "IDEMPOTENCY_MISMATCH"
    HEAD_MOVED = "HEAD_MOVED"
    ROLE_CONFLICT = "ROLE_CONFLICT"
    UNKNOWN_PARENT = "UNKNOWN_PARENT"
    FORK_POINT_UNKNOWN = "FORK_POINT_UNKNOWN"
    FORK_POINT_NOT_BOUNDARY = "FORK_POINT_NOT_BOUNDARY"
    RUN_NOT_COMPLETED = "RUN_NOT_COMPLETED"
    RUN_NOT_CLAIMED = "RUN_NOT_CLAIMED"
    RUN_ALREADY_CLAIMED = "RUN_ALREADY_CLAIMED"
    RUN_ALREADY_COMPLETED = "RUN_ALREADY_COMPLETED"
    CONFLICT_ACTIVE_RUN = "CONFLICT_ACTIVE_RUN"
    TOOL_PAIR_BROKEN = "TOOL_PAIR_BROKEN"
    CYCLE_DETECTED = "CYCLE_DETECTED"
    ALREADY_MERGED = "ALREADY_MERGED"
    ENVIRONMENT_MISMATCH = "ENVIRONMENT_MISMATCH"
    RESPONDER_NOT_CONFIGURED = "RESPONDER_NOT_CONFIGURED"
    ANSWER_FAILED = "ANSWER_FAILED"
    ALREADY_ANSWERING = "ALREADY_ANSWERING"
    RESPONDER_FAILED = "RESPONDER_FAILED"
    FILE_NOT_WRITTEN = "FILE_NOT_WRITTEN"
    LIMIT_EXCEEDED = "LIMIT_EXCEEDED"
    CURSOR_GONE = "CURSOR_GONE"
    ERASED = "ERASED"
    RECORD_CHANGED = "RECORD_CHANGED"


class RunState(str, AnyCase):
    CLAIMED = "CLAIMED"
    SUSPENDED = "SUSPENDED"
    COMPLETED = "COMPLETED"
    ABORTED = "ABORTED"


class EventKind(str, AnyCase):
    CREATE = "CREATE"
    UPDATE = "UPDATE"
    STORE = "STORE"
    FORK = "FORK"
    REWIND = "REWIND"
    SWITCH = "SWITCH"
    RESTORE = "RESTORE"
    DELETE = "DELETE"
    CORRECT = "CORRECT"
    RELATE = "RELATE"
    UNRELATE = "UNRELATE"
    ENTITY_MERGE = "ENTITY_MERGE"
    ENTITY_SPLIT = "ENTITY_SPLIT"
    UNDO = "UNDO"
    RUN = "RUN"
    IMPORT = "IMPORT"
    COMPACT = "COMPACT"
    DROP = "DROP"
    CANCEL = "CANCEL"
    MATERIALIZE = "MATERIALIZE"
    CHECKPOINT = "CHECKPOINT"
    ANNOTATE = "ANNOTATE"
    RECORD = "RECORD"
    ERASE = "ERASE"
    MERGE = "MERGE"
    REPAIR = "REPAIR"


class Parting(str, AnyCase):
    BRANCH = "BRANCH"
    VERSION = "VERSION"
    PARALLEL = "PARALLEL"
    ROOT = "ROOT"


class PromptKind(str, AnyCase):
    PROMPT = "PROMPT"
    COMMAND = "COMMAND"
    CONTINUED = "CONTINUED"
    START = "START"


class CallState(str, AnyCase):
    DONE = "DONE"
    FAILED = "FAILED"
    DECLINED = "DECLINED"
    UNANSWERED = "UNANSWERED"
    RUNNING = "RUNNING"


class EraseReason(str, AnyCase):
    DATA_SUBJECT_REQUEST = "DATA_SUBJECT_REQUEST"
    CONSENT_WITHDRAWN = "CONSENT_WITHDRAWN"
    RETENTION = "RETENTION"
    SECRET_LEAKED = "SECRET_LEAKED"
    LEGAL_ORDER = "LEGAL_ORDER"
    OTHER = "OTHER"


class ErasureState(str, AnyCase):
    ERASING = "ERASING"
    ERASED = "ERASED"
    PURGED = "PURGED"


class Residue(str, AnyCase):
    PLAIN_DIGEST = "PLAIN_DIGEST"
    ATTACHMENT_ID = "ATTACHMENT_ID"
    HOST_ID = "HOST_ID"
    STORE_FILES = "STORE_FILES"
    TRANSACTION_LOGS = "TRANSACTION_LOGS"
    OBJECT_VERSIONS = "OBJECT_VERSIONS"
    STATE_RECORDS = "STATE_RECORDS"
    BACKUPS = "BACKUPS"


class RetentionSource(str, AnyCase):
    CONVERSATION = "CONVERSATION"
    TENANT = "TENANT"


class ContentPlace(str, AnyCase):
    TEXT = "TEXT"
    THINKING = "THINKING"
    TOOL_INPUT = "TOOL_INPUT"
    TOOL_RESULT = "TOOL_RESULT"
    FILE_NAME = "FILE_NAME"
    OTHER = "OTHER"
    SUMMARY = "SUMMARY"
    FIELDS = "FIELDS"
    METADATA = "METADATA"


class PathStatus(str, AnyCase):
    VALID = "VALID"
    BROKEN = "BROKEN"
    ERASED = "ERASED"


class MessageFormat(str, AnyCase):
    OPENAI_CHAT = "OPENAI_CHAT"
    OPENAI_RESPONSES = "OPENAI_RESPONSES"
    ANTHROPIC = "ANTHROPIC"
    AI_SDK = "AI_SDK"


class ExportFormat(str, AnyCase):
    CLAUDE_CODE = "CLAUDE_CODE"
    CODEX = "CODEX"
    GEMINI_CLI = "GEMINI_CLI"
    PI = "PI"
    NEO_JSON = "NEO_JSON"
    NEO_JSONL = "NEO_JSONL"
    OPENAI = "OPENAI"
    ANTHROPIC = "ANTHROPIC"
    MARKDOWN = "MARKDOWN"
    HTML = "HTML"
    NDJSON = "NDJSON"
    ORIGINAL = "ORIGINAL"


class PrincipalKind(str, AnyCase):
    ANONYMOUS = "ANONYMOUS"
    KEY = "KEY"
    USER = "USER"
    OPERATOR = "OPERATOR"


class Scope(str, AnyCase):
    READ = "READ"
    WRITE = "WRITE"
    ERASE = "ERASE"
    ADMIN = "ADMIN"


class IfEqual(str, AnyCase):
    RESTATE = "RESTATE"
    BRANCH = "BRANCH"


class IfExists(str, AnyCase):
    REPLACE = "REPLACE"
    KEEP = "KEEP"
    REFUSE = "REFUSE"


class KeyOrder(str, AnyCase):
    ASCENDING = "ASCENDING"
    DESCENDING = "DESCENDING"


class AnswerState(str, AnyCase):
    ASKED = "ASKED"
    ANSWERING = "ANSWERING"
    STORED = "STORED"
    STOPPED = "STOPPED"
    FAILED = "FAILED"
    TOOLS = "TOOLS"


class AnswerChangeKind(str, AnyCase):
    TEXT = "TEXT"
    THINKING = "THINKING"
    STATE = "STATE"


class ToolCallPolicy(str, AnyCase):
    SYNTHETIC_RESULT = "SYNTHETIC_RESULT"
    LEAVE_OUT = "LEAVE_OUT"


class GateOver(str, AnyCase):
    EACH = "EACH"
    UNION = "UNION"


class MergeStrategy(str, AnyCase):
    EVIDENCE = "EVIDENCE"
    CHERRY_PICK = "CHERRY_PICK"
    INSIGHTS = "INSIGHTS"


class Verdict(str, AnyCase):
    SURVIVES = "SURVIVES"
    REFUTED = "REFUTED"
    CONFLICTING = "CONFLICTING"
    UNDECIDED = "UNDECIDED"


class SidechainPolicy(str, AnyCase):
    ORPHAN = "ORPHAN"
    CASCADE = "CASCADE"
    REROOT = "REROOT"


class IfNamed(str, AnyCase):
    NEW = "NEW"
    REUSE = "REUSE"


class ImportMode(str, AnyCase):
    FILE = "FILE"
    APPEND = "APPEND"
