public interface Hash {
    Hash MD5 = new Hash() {
        private java.security.MessageDigest md5;

        @Override
        public byte[] hash(String s) {
            try {
                if (md5 == null) {
                    md5 = java.security.MessageDigest.getInstance("MD5");
                }
            } catch (java.security.NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
            md5.reset(); // BAD: all have this object
            return md5.digest(s.getBytes());
        }

        @Override
        public String name() {
            return "MD5";
        }
    };

    byte[] hash(String s);

    String name();

    /** Each caller makes one of its own. */
    static Hash own() {
        return new Hash() {
            private final java.util.zip.CRC32 crc = new java.util.zip.CRC32();

            @Override
            public byte[] hash(String s) {
                crc.update(s.getBytes()); // GOOD
                return new byte[] {(byte) crc.getValue()};
            }

            @Override
            public String name() {
                return "CRC";
            }
        };
    }
}
