-- CreateTable
CREATE TABLE "incident" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "from_turn" INTEGER NOT NULL,
    "to_turn" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "incident_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateTable
CREATE TABLE "annotation" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "incident" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "pin" TEXT NOT NULL,
    "target" TEXT,
    "text" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "annotation_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateTable
CREATE TABLE "share" (
    "session_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "snapshot" BYTEA NOT NULL,
    "content" TEXT NOT NULL,
    "has_image" BOOLEAN NOT NULL,
    "passphrase_salt" TEXT,
    "passphrase_hash" TEXT,
    "view_limit" INTEGER,
    "views" INTEGER NOT NULL DEFAULT 0,
    "last_viewed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "share_pkey" PRIMARY KEY ("session_id","id")
);

-- CreateIndex
CREATE INDEX "annotation_session_id_incident_idx" ON "annotation"("session_id", "incident");

-- CreateIndex
CREATE INDEX "share_hash_idx" ON "share"("hash");
