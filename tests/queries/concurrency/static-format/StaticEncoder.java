import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

public class StaticEncoder {
    private static final CharsetEncoder ENCODER = StandardCharsets.US_ASCII.newEncoder();
    private static final Charset CHARSET = StandardCharsets.US_ASCII;

    public static boolean isAscii(String s) {
        return ENCODER.canEncode(s); // BAD
    }

    public static boolean isAsciiToo(String s) {
        return CHARSET.newEncoder().canEncode(s); // GOOD
    }

    public static byte[] id(String s) {
        return Hash.MD5.hash(s);
    }
}
