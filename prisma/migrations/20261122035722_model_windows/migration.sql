-- AlterTable
ALTER TABLE "session" ADD COLUMN     "context_window_provenance" TEXT NOT NULL DEFAULT 'unavailable',
ADD COLUMN     "derived_with" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "turn" ADD COLUMN     "context_window_provenance" TEXT NOT NULL DEFAULT 'unavailable';
